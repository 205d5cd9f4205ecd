import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureWebBuilt } from '../prepare.mjs';
import { checkBundles } from './bundles.ts';
import { checkCatalogues } from './catalogues.ts';
import { type Check, fails, holds } from './check.ts';
import { findChromium } from './chromium.ts';
import { checkDocuments } from './documents.ts';
import { checkImports } from './imports.ts';
import { checkManifests } from './manifests.ts';
import { projectDir, runNode } from './run-program.ts';
import { checkSources } from './sources.ts';
import {
  broken,
  type PlaywrightReport,
  type Tally,
  tallyChecks,
  tallyLastLine,
  tallyPlaywright,
  tallyVitest,
  type VitestReport,
} from './tally.ts';
import { checkTexts } from './texts.ts';

export type Tier = { name: string; run(): Promise<Tally> };

const minuteMs = 60_000;

/** All tiers, the quick ones first. Together they are what `npm test` is; a limit ends what hangs. */
export const tiers: readonly Tier[] = [
  {
    name: 'types',
    run: async () => tallyChecks([await compiles('.'), await compiles('apps/web')]),
  },
  {
    name: 'style',
    run: async () =>
      tallyChecks([
        await tool('lint and format', 'node_modules/@biomejs/biome/bin/biome', ['ci', '.']),
        ...(await bundles()),
      ]),
  },
  { name: 'imports', run: async () => tallyChecks([...(await checkImports()), ...(await checkSources())]) },
  { name: 'docs', run: async () => tallyChecks(await checkDocuments()) },
  {
    name: 'texts',
    run: async () => tallyChecks([...(await checkManifests()), ...(await checkCatalogues()), ...(await checkTexts())]),
  },
  { name: 'unit', run: runVitest },
  { name: 'start', run: () => runOwn('e2e/chaos/start.ts', []) },
  { name: 'chaos', run: () => runOwn('e2e/chaos/run.ts', ['--kills', '50']) },
  { name: 'broadcast', run: () => runOwn('e2e/chaos/broadcast.ts', ['--people', '600', '--kills', '6']) },
  { name: 'fuzz', run: () => runOwn('e2e/fuzz/run.ts', ['--bodies', '2000']) },
  { name: 'browser', run: runPlaywright },
];

/** The bars of what a first visit loads, on a build of the sources as they are. */
async function bundles(): Promise<Check[]> {
  await ensureWebBuilt();
  return checkBundles();
}

function compiles(folder: string): Promise<Check> {
  return tool(`types of ${folder}`, 'node_modules/typescript/bin/tsc', ['-p', folder, '--pretty', 'false']);
}

async function tool(name: string, file: string, args: string[]): Promise<Check> {
  const { code, output } = await runNode(file, args, { limitMs: 5 * minuteMs });
  return code === 0 ? holds(name) : fails(name, output.trimEnd());
}

/** Unit and integration tests: every Vitest project, two workers. */
async function runVitest(): Promise<Tally> {
  return withReport(async (file) => {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const { code } = await runNode('node_modules/vitest/vitest.mjs', args, { live: true, limitMs: 40 * minuteMs });
    return tallyVitest(readReport<VitestReport>(file), code);
  });
}

/** A program of our own that counts for itself: starts and ends of the server, kills with three books compared, odd deliveries. */
async function runOwn(entry: string, args: string[]): Promise<Tally> {
  if (!existsSync(join(projectDir, entry))) return broken(`there is no ${entry}`);
  await ensureWebBuilt();
  const { code, output } = await runNode(entry, args, { live: true, limitMs: 25 * minuteMs });
  return tallyLastLine(output, code);
}

/** The product in a browser. */
async function runPlaywright(): Promise<Tally> {
  const chromium = await findChromium();
  if ('problem' in chromium) return broken(chromium.problem);
  await ensureWebBuilt();
  return withReport(async (file) => {
    const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'];
    const env = { ...process.env, CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    const run = { live: true, env, limitMs: 45 * minuteMs };
    const { code } = await runNode('node_modules/@playwright/test/cli.js', args, run);
    return tallyPlaywright(readReport<PlaywrightReport>(file), code);
  });
}

async function withReport(run: (file: string) => Promise<Tally>): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-report-'));
  try {
    return await run(join(folder, 'report.json'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readReport<R>(file: string): R | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as R;
  } catch {
    // The runner fell over before it wrote one: the caller counts that as a failure.
    return null;
  }
}
