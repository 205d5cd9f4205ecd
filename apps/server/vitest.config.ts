import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    // One file at a time: other tiers run beside this one, and two cores are not enough for more without tests that race.
    maxWorkers: 1,
    // A new database is copied for a file's first test, beside other tiers that do the same on two cores.
    hookTimeout: 90_000,
    testTimeout: 90_000,
  },
});
