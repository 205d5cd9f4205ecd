import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/launch.ts';

/** The whole product in Debian's Chromium: two workers, each with its own browser and server. */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '*.spec.ts',
  outputDir: '../test-results/browser',
  globalSetup: './support/prepare-run.ts',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // A test that passes only when repeated is reported as flaky, and is a bug to be found. What was lost or doubled once
  // is never repeated.
  projects: [
    { name: 'data', grep: /@data/, retries: 0 },
    { name: 'pages', grepInvert: /@data/, retries: 1 },
  ],
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
    // Recording costs time in every test, so only what is repeated is recorded.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
