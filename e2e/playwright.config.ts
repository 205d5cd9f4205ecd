import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/launch.ts';

/** The whole product in Debian's Chromium: two workers, each with its own browser and server. */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './support/prepare-run.ts',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // A test that needs a retry to pass is a bug to be found.
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // A new browser for every test would fetch and store the whole application again, which costs more than most
    // tests. Files about offline use, files and first visits allow it.
    serviceWorkers: 'block',
    // Recorded for every test and stored for failed ones; a video would rarely be useful.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
