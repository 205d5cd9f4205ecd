import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureWebBuilt } from '../prepare.mjs';
import { auditDependencies } from './audit.ts';
import { checkBundles } from './bundles.ts';
import { checkCatalogues } from './catalogues.ts';
import type { Check } from './check.ts';
import { findChromium } from './chromium.ts';
import { checkDocuments } from './documents.ts';
import { checkImports } from './imports.ts';
import { checkManifests } from './manifests.ts';
import { testOldestPostgres } from './oldest-postgres.ts';
import { readReport, withReport } from './reports.ts';
import { projectDir, runNode } from './run-program.ts';
import { runVitest } from './run-vitest.ts';
import { checkSources } from './sources.ts';
import {
  failedSummary,
  type PlaywrightReport,
  type Summary,
  summarizeChecks,
  summarizeLastLine,
  summarizePlaywright,
} from './summary.ts';
import { checkTables } from './tables.ts';
import { checkTexts } from './texts.ts';
import { checkLint, checkTypes } from './tool.ts';

export type Tier = {
  name: string;
  run(): Promise<Summary>;
  /** It uses both cores by itself: nothing else runs in parallel. */
  isAlone?: boolean;
};

const minuteMs = 60_000;

/** Short forms repeat one run, so that none fails by its luck; the long ones find what it does not. */
const seed = '4119906855';

/** A full disk needs a file system of its own, which only root may mount. */
function listFaults(): string {
  return process.getuid?.() === 0 ? 'provider,disk,clock' : 'provider,clock';
}

/** Every usual kill and every fault once, at half the rate. */
const withFaults = ['--faults', listFaults(), '--rate', '15', '--phones', '15'];

/** All tiers, in the order in which they begin. Together they are what `npm test` is; a limit ends what hangs. */
export const tiers: readonly Tier[] = [
  {
    name: 'types',
    run: async () => summarizeChecks(await checkTypes()),
  },
  {
    name: 'style',
    run: async () => summarizeChecks([await checkLint(), ...(await bundles())]),
  },
  {
    name: 'imports',
    run: async () => summarizeChecks([...(await checkImports()), ...(await checkSources()), ...(await checkTables())]),
  },
  { name: 'docs', run: async () => summarizeChecks(await checkDocuments()) },
  {
    name: 'texts',
    run: async () =>
      summarizeChecks([...(await checkManifests()), ...(await checkCatalogues()), ...(await checkTexts())]),
  },
  { name: 'unit', run: () => runVitest({ live: true }) },
  { name: 'postgres', run: testOldestPostgres },
  { name: 'start', run: () => runOwn('e2e/chaos/start.ts', ['--idle-seconds', '1']) },
  {
    name: 'chaos',
    run: async () =>
      addSummaries([
        await runOwn('e2e/chaos/run.ts', ['--kills', '25', '--seed', seed]),
        await runOwn('e2e/chaos/run.ts', [...withFaults, '--kills', '6', '--seed', seed]),
      ]),
  },
  {
    name: 'broadcast',
    run: () => runOwn('e2e/chaos/broadcast.ts', ['--people', '600', '--kills', '6', '--ab-test', '--seed', seed]),
  },
  { name: 'fuzz', run: () => runOwn('e2e/fuzz/run.ts', ['--bodies', '2000', '--seed', seed]) },
  { name: 'browser', run: runPlaywright, isAlone: true },
];

/**
 * Tiers of `npm run test:long`: long forms of tiers of `npm test`, in hours instead of minutes. They verify a release
 * candidate overnight.
 */
export const longTiers: readonly Tier[] = [
  { name: 'audit', run: async () => summarizeChecks(await auditDependencies()) },
  { name: 'unit', run: () => runVitest({ files: longTestFiles, live: true, env: { LONG_TESTS: '1' } }) },
  { name: 'start', run: () => runLong('e2e/chaos/start.ts', []) },
  { name: 'chaos', run: () => runLong('e2e/chaos/run.ts', ['--kills', '200']) },
  { name: 'faults', run: () => runLong('e2e/chaos/run.ts', ['--kills', '100', '--all', '--faults', listFaults()]) },
  {
    name: 'workers',
    run: () => runLong('e2e/chaos/run.ts', ['--kills', '100', '--workers', '2', '--faults', listFaults()]),
  },
  { name: 'rough', run: () => runLong('e2e/chaos/run.ts', ['--kills', '100', '--rough', '--all']) },
  { name: 'soak', run: () => runLong('e2e/chaos/run.ts', ['--minutes', '60', '--kills', '100000', '--all']) },
  {
    name: 'broadcast',
    run: () => runLong('e2e/chaos/broadcast.ts', ['--people', '20000', '--kills', '100', '--ab-test']),
  },
  { name: 'fuzz', run: () => runLong('e2e/fuzz/run.ts', ['--bodies', '100000']) },
  { name: 'million', run: () => runLong('bench/run.ts', ['contacts', 'import', '--rounds', '1']) },
].map((tier) => ({ ...tier, isAlone: true }));

/** Test files with a long form. */
const longTestFiles = [
  'features/sync/feed-held-open.test.ts',
  'features/imports/run/crash.test.ts',
  'features/automations/killed.test.ts',
  'features/messaging/auto-close/killed.test.ts',
  'features/notifications/killed.test.ts',
  'platform/postgres/upgrade-killed.test.ts',
];

function addSummaries(summaries: readonly Summary[]): Summary {
  return {
    passed: summaries.reduce((sum, { passed }) => sum + passed, 0),
    failed: summaries.reduce((sum, { failed }) => sum + failed, 0),
    problems: summaries.flatMap(({ problems }) => problems),
  };
}

function runLong(entry: string, args: string[]): Promise<Summary> {
  return runOwn(entry, args, 6 * 60);
}

/** The bars of what a first visit loads, on a build of the sources as they are. */
async function bundles(): Promise<Check[]> {
  await ensureWebBuilt();
  return checkBundles();
}

/** One of our programs that counts its checks: starts and ends of the server, kills with three records compared, unusual deliveries. */
async function runOwn(entry: string, args: string[], limitMinutes = 25): Promise<Summary> {
  if (!existsSync(join(projectDir, entry))) return failedSummary(`there is no ${entry}`);
  await ensureWebBuilt();
  const { code, output } = await runNode(entry, args, { live: true, limitMs: limitMinutes * minuteMs });
  return summarizeLastLine(output, code);
}

/** The product in a browser. */
async function runPlaywright(): Promise<Summary> {
  const chromium = await findChromium();
  if ('problem' in chromium) return failedSummary(chromium.problem);
  await ensureWebBuilt();
  return withReport(async (file) => {
    const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'];
    const env = { ...process.env, CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    const run = { live: true, env, limitMs: 45 * minuteMs };
    const { code } = await runNode('node_modules/@playwright/test/cli.js', args, run);
    return summarizePlaywright(readReport<PlaywrightReport>(file), code);
  });
}
