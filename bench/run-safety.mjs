import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { build } from 'wxt';

/**
 *   npm run bench:safety                          everything
 *   npm run bench:safety -- --only "some words"   some cases; writes nothing
 *   npm run bench:safety -- --self-test           against a gate that lets everything through
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, 'self-test': { type: 'boolean' } },
});
const selfTest = values['self-test'];
const modeSuffix = selfTest ? '-open-gate' : '';
const openGateFolder = `.output/chrome-mv3${modeSuffix}`;
if (selfTest) await buildWithOpenGate();

// As in run.mjs: the benchmark is TypeScript without extensions in its imports.
const main = fileURLToPath(new URL('safety/main.ts', import.meta.url));
const { module } = await runnerImport(main, { configFile: false, logLevel: 'error' });
try {
  process.exitCode = await module.benchSafety({ modeSuffix, only: values.only, selfTest });
} finally {
  if (selfTest) await rm(openGateFolder, { recursive: true, force: true });
}

/** The product as it is, but for its policy. It lies in a folder of its own, and is gone in the end. */
async function buildWithOpenGate() {
  await build({
    outDirTemplate: `{{browser}}-mv{{manifestVersion}}${modeSuffix}`,
    vite: () => ({ plugins: [openGate()] }),
  });
}

function openGate() {
  const declaration = 'export const decide: Policy =';
  const allowing = `${declaration} () => ({ verdict: 'allow', reason: '' });\nexport const closed: Policy =`;
  return {
    name: 'open-gate',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/lib/permissions/policy.ts')) return undefined;
      if (!code.includes(declaration)) throw new Error('The policy is not where it was.');
      return code.replace(declaration, allowing);
    },
  };
}
