import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * Files that others must not share a process with: one measures its memory, one waits for most of its time, the others make images from SVG and raw pixels,
 * which the server forbids its process to read as soon as it has handled an image.
 */
const alone = [
  'src/platform/http/stalled-memory.slow.test.ts',
  'src/platform/http/stalled.slow.test.ts',
  'src/features/media/avatars.test.ts',
  'src/features/media/upload.test.ts',
];

/** Files without a short form: their tests are declared for `npm run test:full -- unit-long` only. */
const long = process.env['LONG_TESTS'] === '1' ? [] : ['src/platform/postgres/upgrade-killed.slow.test.ts'];

/** `npm test` leaves the slow files to the full run. */
const slow = process.env['TEST_SLOW'] === '0' ? ['src/**/*.slow.test.ts'] : [];

type Options = {
  include: string[];
  exclude?: string[];
  isolate: boolean;
  /** Groups run one after the other; a group has one number of workers. */
  groupOrder: number;
  maxWorkers: number;
};

function project(name: string, { groupOrder, ...options }: Options) {
  return {
    test: {
      name,
      root: import.meta.dirname,
      ...options,
      sequence: { groupOrder },
      globalSetup: ['src/testing/global-setup.ts'],
      setupFiles: [
        join(import.meta.dirname, '../../vitest.setup.ts'),
        join(import.meta.dirname, 'src/testing/file-setup.ts'),
      ],
      // Longer than any wait inside a test, of which most last 40 s and the longest 120 s.
      hookTimeout: 150_000,
      testTimeout: 150_000,
    },
  };
}

export const serverProjects = [
  project('server', {
    include: ['src/**/*.test.ts'],
    exclude: [...alone, ...long, ...slow],
    // Loading the server's modules for each file again would take longer than most files' tests.
    isolate: false,
    groupOrder: 1,
    // Most of a file's time is waiting for PostgreSQL and for timers: two files at a time fill two cores.
    maxWorkers: 2,
  }),
  // In the first group, with the tests of other folders: most of its time is waiting.
  project('server-alone', { include: alone, exclude: slow, isolate: true, groupOrder: 0, maxWorkers: 2 }),
];

export default defineConfig({ test: { projects: serverProjects } });
