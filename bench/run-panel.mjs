import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// As in run.mjs: the benchmark is TypeScript without extensions in its imports.
const main = fileURLToPath(new URL('panel.ts', import.meta.url));
const { module } = await runnerImport(main, { configFile: false, logLevel: 'error' });
process.exitCode = await module.benchPanel();
