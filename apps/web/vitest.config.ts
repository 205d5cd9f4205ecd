import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import vite from './vite.config.ts';

export default defineConfig((env) =>
  mergeConfig(vite(env), {
    test: {
      name: 'web',
      environment: 'node',
      include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
      isolate: false,
      maxWorkers: 2,
      setupFiles: [join(import.meta.dirname, '../../vitest.setup.ts')],
      hookTimeout: 90_000,
      testTimeout: 90_000,
    },
  }),
);
