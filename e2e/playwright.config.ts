import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/launch.ts';

/** The whole product in Debian's Chromium: one worker, because every test has processes of its own beside two cores. */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  // A test that must be repeated to pass is a bug to be found, not to be hidden.
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    trace: 'retain-on-failure',
    launchOptions,
  },
});
