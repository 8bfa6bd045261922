import { defineConfig } from 'vitest/config';

/** Only tests that run the mutated code; those that read source files see Stryker's own code there. */
export default defineConfig({
  test: {
    include: ['lib/{tools,conversation,permissions,messaging}/**/*.test.ts'],
    testTimeout: 10_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
