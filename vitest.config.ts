import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { serverProjects } from './apps/server/vitest.config.ts';

/** `npm test` leaves the slow files to the full run. */
const slow = process.env['TEST_SLOW'] === '0' ? ['**/*.slow.test.ts'] : [];

/** Tests that share a process with others; two processes, because there are two cores. */
function project(name: string, include: string) {
  return {
    test: {
      name,
      root: `./${name}`,
      include: [include],
      exclude: [...configDefaults.exclude, ...slow],
      isolate: false,
      maxWorkers: 2,
      setupFiles: [join(import.meta.dirname, 'vitest.setup.ts')],
      hookTimeout: 90_000,
      testTimeout: 90_000,
    },
  };
}

/** All tests without a browser. `npx vitest --project NAME` runs one part. */
export default defineConfig({
  test: {
    tags: [{ name: 'data', description: 'Checks that nothing is lost, doubled, in disorder or another account’s.' }],
    projects: [
      ...serverProjects,
      'apps/web/vitest.config.ts',
      project('packages', '*/{src,test}/**/*.test.ts'),
      project('e2e', '**/*.test.ts'),
      project('scripts', '**/*.test.ts'),
      project('bench', 'harness/*.test.ts'),
    ],
  },
});
