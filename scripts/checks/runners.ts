import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureWebBuilt } from '../prepare.mjs';
import { findChromium } from './chromium.ts';
import { reportFile } from './reports.ts';
import { projectDir, runNode } from './run-program.ts';
import {
  failedSummary,
  type PlaywrightReport,
  type Summary,
  summarizeLastLine,
  summarizePlaywright,
} from './summary.ts';

const minuteMs = 60_000;

/** One of our programs that counts its checks: starts and ends of the server, kills with three records compared, unusual deliveries. */
export async function runOwn(entry: string, args: readonly string[], limitMinutes = 60): Promise<Summary> {
  if (!existsSync(join(projectDir, entry))) return failedSummary(`there is no ${entry}`);
  await ensureWebBuilt();
  const { code, output } = await runNode(entry, args, { live: true, limitMs: limitMinutes * minuteMs });
  return summarizeLastLine(output, code);
}

/**
 * The product in a browser.
 * @param args of Playwright: files, or tests of a tag
 */
export async function runPlaywright(args: readonly string[]): Promise<Summary> {
  const chromium = await findChromium();
  if ('problem' in chromium) return failedSummary(chromium.problem);
  await ensureWebBuilt();
  const report = reportFile('browser.json');
  const call = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...args];
  const env = { ...process.env, CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: report.path };
  const run = { live: true, env, limitMs: 90 * minuteMs };
  const { code } = await runNode('node_modules/@playwright/test/cli.js', call, run);
  const text = report.read();
  return summarizePlaywright(text === '' ? null : (JSON.parse(text) as PlaywrightReport), code);
}
