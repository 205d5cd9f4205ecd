import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureWebBuilt } from '../prepare.mjs';
import { findChromium } from './chromium.ts';
import { findEngines } from './engines.ts';
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
  return runTestsOf('e2e/playwright.config.ts', 'browser.json', args, { CHROMIUM_PATH: chromium.path });
}

/**
 * The main journeys in other engines. One that is not installed is left out, which the summary says.
 * @param files only these journeys
 */
export async function runEngines(files: readonly string[]): Promise<Summary> {
  const { installed, missing } = await findEngines();
  if (installed.length === 0) return { passed: 0, failed: 0, problems: [], leftOut: missing };
  const projects = installed.map((name) => `--project=${name}`);
  const summary = await runTestsOf('e2e/engines/playwright.config.ts', 'engines.json', [...projects, ...files], {});
  return { ...summary, leftOut: missing };
}

async function runTestsOf(
  config: string,
  reportName: string,
  args: readonly string[],
  settings: Record<string, string>,
): Promise<Summary> {
  await ensureWebBuilt();
  const report = reportFile(reportName);
  const call = ['test', '--config', config, '--reporter=list,json', ...args];
  const env = { ...process.env, ...settings, PLAYWRIGHT_JSON_OUTPUT_FILE: report.path };
  const run = { live: true, env, limitMs: 90 * minuteMs };
  const { code } = await runNode('node_modules/@playwright/test/cli.js', call, run);
  const text = report.read();
  return summarizePlaywright(text === '' ? null : (JSON.parse(text) as PlaywrightReport), code);
}
