import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'lib/**/*.test.ts',
      'components/**/*.test.{ts,tsx}',
      'tests/structure/**/*.test.ts',
      'tests/support/**/*.test.ts',
    ],
    testTimeout: 10_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
