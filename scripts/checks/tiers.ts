import { ensureWebBuilt } from '../prepare.mjs';
import { auditDependencies } from './audit.ts';
import { checkBundles } from './bundles.ts';
import { checkCatalogues } from './catalogues.ts';
import type { Check } from './check.ts';
import { checkDocuments } from './documents.ts';
import { checkImports } from './imports.ts';
import { installLibreOffice } from './libre-office.ts';
import { checkManifests } from './manifests.ts';
import { testOldestPostgres } from './oldest-postgres.ts';
import { installProxies } from './proxies.ts';
import { runVitest } from './run-vitest.ts';
import { runEngines, runOwn, runPlaywright } from './runners.ts';
import { checkServerTexts } from './server-catalogues.ts';
import { checkSources } from './sources.ts';
import { addSummaries, type Summary, summarizeChecks } from './summary.ts';
import { checkTables } from './tables.ts';
import { checkTexts } from './texts.ts';
import { checkLint, checkTypes } from './tool.ts';

export type Tier = {
  name: string;
  /** @param files only these, in a tier of test files */
  run(files: readonly string[]): Promise<Summary>;
  /** It uses both cores by itself: nothing else runs in parallel. */
  isAlone?: boolean;
};

/** `gate` is `npm test`, the others are parts of `npm run test:full`; those of `long` take hours and run when they are named. */
export type Level = 'gate' | 'full' | 'long';

/** The gate repeats one run, so that none fails by its luck; the full run takes others, and prints their seed. */
const seed = ['--seed', '4119906855'];

/** What is known without running anything of the product. */
export const staticTiers: readonly Tier[] = [
  checks('types', checkTypes),
  checks('lint', async () => [await checkLint()]),
  checks('imports', checkImports, checkSources, checkTables),
  checks('docs', checkDocuments),
  checks('texts', checkManifests, checkCatalogues, checkServerTexts, checkTexts),
];

/** Tests that neither start nor kill processes, nor wait for real time. */
const unit: Tier = {
  name: 'unit',
  run: (files) => runVitest({ name: 'unit', files, live: true, env: { TEST_SLOW: '0' } }),
};

/** A full disk needs a file system of its own, which only root may mount. */
const everyFault = process.getuid?.() === 0 ? 'provider,disk,clock' : 'provider,clock';

/** All tiers, in the order in which they begin. */
export const tiers: Readonly<Record<Level, readonly Tier[]>> = {
  gate: [
    ...staticTiers,
    unit,
    own('start', 'e2e/chaos/start.ts', ['--brief', '--idle-seconds', '1']),
    own('chaos', 'e2e/chaos/run.ts', ['--kills', '5', '--data-only', ...seed]),
    { name: 'browser', run: () => runPlaywright(['--grep', '@smoke']), isAlone: true },
  ],
  full: [
    ...staticTiers,
    checks('bundles', bundles),
    unit,
    {
      name: 'slow',
      run: async (files) => {
        if (files.length === 0 || files.some((file) => file.includes('spreadsheets'))) await installLibreOffice();
        if (files.length === 0 || files.some((file) => file.includes('behind-proxy'))) await installProxies();
        return runVitest({ name: 'slow', files: files.length > 0 ? files : ['.slow.test.'], live: true });
      },
    },
    { name: 'postgres', run: testOldestPostgres },
    own('start', 'e2e/chaos/start.ts', ['--idle-seconds', '1']),
    own('chaos', 'e2e/chaos/run.ts', ['--kills', '25']),
    // Every usual kill and every fault once, at half the rate.
    own('faults', 'e2e/chaos/run.ts', ['--faults', everyFault, '--rate', '15', '--phones', '15', '--kills', '6']),
    own('broadcast', 'e2e/chaos/broadcast.ts', ['--people', '20000', '--kills', '10', '--ab-test']),
    own('fuzz', 'e2e/fuzz/run.ts', ['--bodies', '2000']),
    { name: 'browser', run: (files) => runPlaywright(files), isAlone: true },
    { name: 'engines', run: (files) => runEngines(files), isAlone: true },
  ],
  long: [
    checks('audit', auditDependencies),
    {
      name: 'unit-long',
      run: () => runVitest({ name: 'unit-long', files: filesWithLongForm, live: true, env: { LONG_TESTS: '1' } }),
    },
    own('start-long', 'e2e/chaos/start.ts', []),
    own('chaos-long', 'e2e/chaos/run.ts', ['--kills', '200']),
    own('faults-long', 'e2e/chaos/run.ts', ['--kills', '100', '--all', '--faults', everyFault]),
    own('workers-long', 'e2e/chaos/run.ts', ['--kills', '100', '--workers', '2', '--faults', everyFault]),
    own('rough-long', 'e2e/chaos/run.ts', ['--kills', '100', '--rough', '--all']),
    own('soak-long', 'e2e/chaos/run.ts', ['--minutes', '60', '--kills', '100000', '--all']),
    own('broadcast-long', 'e2e/chaos/broadcast.ts', ['--people', '20000', '--kills', '100', '--ab-test']),
    own('fuzz-long', 'e2e/fuzz/run.ts', ['--bodies', '100000']),
    own('million-long', 'bench/run.ts', ['contacts', 'import', '--rounds', '1']),
  ].map((tier) => ({ ...tier, isAlone: true })),
};

/** Test files that repeat more, or wait longer, with LONG_TESTS=1. */
const filesWithLongForm = [
  'features/sync/feed-held-open',
  'features/imports/run/crash',
  'features/automations/killed',
  'features/messaging/auto-close/killed',
  'features/notifications/killed',
  'platform/postgres/upgrade-killed',
];

function checks(name: string, ...looks: Array<() => Promise<Check[]>>): Tier {
  return {
    name,
    run: async () => {
      const summaries: Summary[] = [];
      for (const look of looks) summaries.push(summarizeChecks(await look()));
      return addSummaries(summaries);
    },
  };
}

function own(name: string, entry: string, args: readonly string[]): Tier {
  const limitMinutes = name.endsWith('-long') ? 6 * 60 : 60;
  return { name, run: () => runOwn(entry, args, limitMinutes) };
}

/** The bars of what a first visit loads, on a build of the sources as they are. */
async function bundles(): Promise<Check[]> {
  await ensureWebBuilt();
  return checkBundles();
}
