import { defineConfig } from '@playwright/test';
import { engineNames } from '../../scripts/checks/engines.ts';
import type { EngineChoice } from './test.ts';

/** The main journeys in Firefox and WebKitGTK; Chromium has all of the browser tests. */
export default defineConfig<EngineChoice>({
  testDir: import.meta.dirname,
  testMatch: '*.journey.ts',
  outputDir: '../../test-results/engines',
  globalSetup: '../support/prepare-run.ts',
  // An engine is started for every journey, with a server beside it.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  projects: engineNames.map((engineName) => ({ name: engineName, use: { engineName } })),
});
