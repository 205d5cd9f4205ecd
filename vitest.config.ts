import { defineConfig } from 'vitest/config';

/** All tests without a browser. `npx vitest --project NAME` runs one part. */
export default defineConfig({
  test: {
    projects: [
      'apps/server/vitest.config.ts',
      'apps/web/vitest.config.ts',
      { test: { name: 'packages', root: './packages', include: ['*/{src,test}/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'e2e', root: './e2e', include: ['**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'scripts', root: './scripts', include: ['**/*.test.ts'], testTimeout: 60_000 } },
    ],
    // Each file starts processes and a database of its own beside the two cores it shares.
    maxWorkers: 2,
  },
});
