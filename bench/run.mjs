import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// The benchmark is TypeScript without extensions in its imports; vite reads it as it reads the rest.
const main = fileURLToPath(new URL('main.ts', import.meta.url));
const { module } = await runnerImport(main, { configFile: false, logLevel: 'error' });
process.exitCode = await module.runBenchmarks(process.argv.slice(2));
