import { defineConfig } from 'vitest/config';

/**
 * Files that others must not share a process with: one measures its memory, the others make images from SVG and raw pixels,
 * which the server forbids its process to read as soon as it has handled an image.
 */
const alone = [
  'src/platform/http/stalled.test.ts',
  'src/features/media/avatars.test.ts',
  'src/features/media/upload.test.ts',
];

function project(name: string, groupOrder: number, files: { include: string[]; exclude?: string[] }, isolate: boolean) {
  return {
    test: {
      name,
      root: import.meta.dirname,
      ...files,
      // Loading the server's modules for each file again would take longer than most files' tests.
      isolate,
      sequence: { groupOrder },
      globalSetup: ['src/testing/global-setup.ts'],
      // One file at a time: other tiers run beside this one, and two cores are not enough for more without tests that race.
      maxWorkers: 1,
      // A new database is copied for a file's first test, beside other tiers that do the same on two cores.
      hookTimeout: 90_000,
      testTimeout: 90_000,
    },
  };
}

export const serverProjects = [
  project('server', 1, { include: ['src/**/*.test.ts'], exclude: alone }, false),
  project('server-alone', 2, { include: alone }, true),
];

export default defineConfig({ test: { projects: serverProjects } });
