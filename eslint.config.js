import boundaries from 'eslint-plugin-boundaries';
import { importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { importDirections, supportFolders, testPackages } from './scripts/import-directions.mjs';

const sources = ['**/*.ts', '**/*.tsx'];
const scripts = ['**/*.js', '**/*.mjs'];
const tests = ['**/*.test.ts', '**/*.test.tsx', 'tests/**'];
const folders = Object.keys(importDirections);

const from = (folder) => ({ element: { type: folder } });
const anyFolderOf = (types) => ({ element: { types: { anyOf: types } } });
const anyPackageOf = (names) => ({
  module: { origin: 'external', source: names.flatMap((name) => [name, `${name}/**`]) },
});

/** A folder may import itself, what its entry lists, and nothing else. */
const directionPolicies = Object.entries(importDirections).flatMap(([folder, allowed]) => [
  { from: from(folder), allow: { to: anyFolderOf([folder, ...allowed.imports]) } },
  { from: from(folder), allow: { to: anyPackageOf(allowed.packages) } },
  { from: from(folder), allow: { to: { file: { path: allowed.files ?? [] } } } },
]);

const testFile = { file: { categories: 'test' } };
const testPolicies = [
  { from: testFile, allow: { to: anyPackageOf(testPackages) } },
  { from: testFile, allow: { to: { module: { origin: 'core' } } } },
  { from: testFile, allow: { to: anyFolderOf(supportFolders) } },
];

export default defineConfig(
  globalIgnores(['.output', '.wxt', '.stryker-tmp', 'coverage', 'reports', 'test-results']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  {
    name: 'tandem/language',
    files: [...sources, ...scripts],
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-constant-condition': ['error', { checkLoops: 'allExceptWhileTrue' }],
      'no-control-regex': 'error',
      'no-debugger': 'error',
      'no-empty': 'error',
      'no-empty-pattern': 'error',
      'no-eval': 'error',
      'no-fallthrough': 'error',
      'no-irregular-whitespace': 'error',
      'no-loss-of-precision': 'error',
      'no-misleading-character-class': 'error',
      'no-new-func': 'error',
      'no-param-reassign': 'error',
      'no-self-compare': 'error',
      'no-sparse-arrays': 'error',
      'no-template-curly-in-string': 'error',
      'no-unsafe-finally': 'error',
      'no-useless-backreference': 'error',
      'no-useless-rename': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'use-isnan': 'error',
    },
  },

  {
    name: 'tandem/types',
    files: sources,
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      // The compiler asks for brackets on index signatures (noPropertyAccessFromIndexSignature).
      '@typescript-eslint/dot-notation': 'off',
      // A signal that aborts during an await and an API that a browser lacks are impossible to types.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Passing on that a callee returns nothing is readable: `return await handler.stop()`.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // `a?.kind === b.kind` does not narrow `a`, and the longer form that does is reported.
      '@typescript-eslint/prefer-optional-chain': 'off',
    },
  },

  {
    name: 'tandem/import-directions',
    files: sources,
    plugins: { boundaries },
    settings: {
      'import/resolver': { typescript: { project: 'tsconfig.json' } },
      'boundaries/elements': [...folders, ...supportFolders].map((folder) => ({
        type: folder,
        pattern: `${folder}/**`,
        partialMatch: false,
      })),
      'boundaries/files': [{ category: 'test', pattern: '**/*.test.{ts,tsx}' }],
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          checkAllOrigins: true,
          checkUnknownLocals: true,
          policies: [...directionPolicies, ...testPolicies],
        },
      ],
      'boundaries/no-unknown-files': 'error',
    },
  },
  {
    name: 'tandem/import-directions-outside',
    files: ['tests/**', '*.ts', 'bench/**', 'scripts/**'],
    rules: { 'boundaries/dependencies': 'off', 'boundaries/no-unknown-files': 'off' },
  },

  {
    name: 'tandem/modules',
    files: [...sources, ...scripts],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver': { typescript: { project: 'tsconfig.json' } },
      'import-x/extensions': ['.ts', '.tsx', '.mjs', '.js'],
    },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-default-export': 'error',
      'import-x/no-duplicates': ['error', { 'prefer-inline': false }],
      'import-x/no-mutable-exports': 'error',
      'import-x/no-self-import': 'error',
      'import-x/no-useless-path-segments': 'error',
    },
  },
  {
    name: 'tandem/default-exports-that-tools-ask-for',
    files: ['**/*.config.{ts,js}', 'entrypoints/**'],
    rules: { 'import-x/no-default-export': 'off' },
  },

  {
    name: 'tandem/one-door-to-zod',
    files: sources,
    ignores: ['lib/shared/zod.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^zod($|/)',
              message: 'Import { z } from lib/shared/zod: it is configured for extension pages.',
            },
          ],
        },
      ],
    },
  },
  {
    name: 'tandem/one-door-to-the-browser',
    files: ['lib/**', 'components/**', 'entrypoints/**'],
    ignores: ['lib/browser/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'chrome', message: 'Only lib/browser talks to the browser.' },
        { name: 'browser', message: 'Only lib/browser talks to the browser.' },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'globalThis', property: 'chrome', message: 'Only lib/browser talks to it.' },
        { object: 'globalThis', property: 'browser', message: 'Only lib/browser talks to it.' },
      ],
    },
  },

  {
    name: 'tandem/react',
    files: ['components/**', 'entrypoints/**/*.tsx', 'lib/panel/**'],
    extends: [reactHooks.configs.flat.recommended],
  },

  {
    name: 'tandem/tests',
    files: tests,
    rules: {
      '@typescript-eslint/no-empty-function': 'off',
      // The runner's own matchers, such as expect.any(), are typed `any`.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'no-template-curly-in-string': 'off',
    },
  },
  {
    name: 'tandem/where-errors-end',
    files: ['entrypoints/**', 'lib/browser/**'],
    rules: { 'no-console': ['error', { allow: ['warn', 'error'] }] },
  },
  {
    name: 'tandem/scripts',
    files: [...scripts, 'scripts/**', 'bench/**'],
    rules: { 'no-console': 'off' },
  },
);
