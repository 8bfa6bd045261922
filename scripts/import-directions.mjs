/**
 * Who may import whom. One entry a folder: the folders it may import besides itself, single files
 * of others, and packages. What is not listed is forbidden. eslint.config.js enforces this table, lib/README.md
 * tells it in words, and tests/structure/imports.test.ts keeps the three together.
 */

const contracts = ['lib/messaging', 'lib/shared'];
const core = ['lib/conversation', 'lib/permissions', 'lib/tools', ...contracts];
const ring = ['lib/browser', 'lib/storage', 'lib/models', 'lib/mcp', 'lib/custom-tools'];
const view = ['components', 'lib/panel', 'lib/browser', ...contracts];
const toolContract = 'lib/tools/tool.ts';
const react = ['react', 'react-dom'];

export const importDirections = {
  'lib/shared': { imports: [], packages: ['zod'] },
  'lib/messaging': { imports: ['lib/shared'], packages: [] },

  // The core declares what it needs of the outside; it knows neither React nor the browser.
  'lib/tools': { imports: contracts, packages: [] },
  'lib/permissions': { imports: contracts, files: [toolContract], packages: [] },
  'lib/conversation': {
    imports: ['lib/permissions', 'lib/tools', ...contracts],
    packages: ['partial-json'],
  },

  // The outer ring of the worker implements what the core declares.
  'lib/browser': { imports: core, packages: ['webextension-polyfill'] },
  'lib/storage': { imports: core, packages: ['idb'] },
  'lib/models': { imports: core, packages: ['openai'] },
  'lib/mcp': { imports: core, packages: [] },
  'lib/custom-tools': { imports: core, packages: [] },

  // What runs inside a page knows the contract of a tool, and no tool.
  'lib/page': { imports: contracts, files: [toolContract], packages: [] },

  // The panel is a view: it folds records and sends commands.
  'lib/panel': { imports: ['lib/browser', ...contracts], packages: ['react', 'zustand'] },
  components: { imports: ['lib/panel', ...contracts], packages: react },

  'entrypoints/background': { imports: [...ring, ...core], packages: ['wxt'] },
  'entrypoints/sidepanel': { imports: view, packages: react },
  'entrypoints/options': { imports: view, packages: react },
  'entrypoints/welcome': { imports: view, packages: [] },
  'entrypoints/page': {
    imports: ['lib/page', ...contracts],
    files: ['lib/browser/page-port.ts'],
    packages: ['wxt'],
  },
};

/** What a colocated test may use on top of what its folder may. */
export const supportFolders = ['tests/support'];
export const testPackages = [
  'vitest',
  'fast-check',
  'fake-indexeddb',
  '@testing-library/react',
  '@testing-library/user-event',
];
