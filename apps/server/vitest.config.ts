import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    // A new database is copied for a file's first test, beside other files that do the same on two cores.
    hookTimeout: 90_000,
    testTimeout: 90_000,
  },
});
