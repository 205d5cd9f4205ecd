// npm test: what every merge must pass; npm run test:full: everything. `npm test -- types unit` takes only what is named,
// `npm run test:full -- --related` the slow test files and browser tests that a change reaches (`--since COMMIT`).
// The last line is `N passed, N failed`.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findFullTestsOfChanges } from './checks/changes.ts';
import { OrderedOutput } from './checks/ordered-output.ts';
import { resultsDir } from './checks/reports.ts';
import { runConcurrently } from './checks/run-concurrently.ts';
import { addSummaries, failedSummary } from './checks/summary.ts';
import { runTierProcess, type TierResult } from './checks/tier-process.ts';
import { type Level, type Tier, tiers } from './checks/tiers.ts';

type Chosen = Pick<Tier, 'name' | 'isAlone'> & { level: Level; files: readonly string[] };
type Result = TierResult & { tier: string; seconds: number };

/** Two cores; a waiting tier leaves its core to another. */
const atOnce = 2;
/** More flaky tests than this are a fault of their own. */
const mostFlaky = 3;
/** Processor seconds of `npm test` on a quiet machine of two cores; more is worth a look, and fails nothing. */
const gateSeconds = 1_200;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean' }, related: { type: 'boolean' }, since: { type: 'string' } },
});
const levels: readonly Level[] = values.full ? ['full', 'long'] : ['gate'];
const known = levels.flatMap((level) => tiers[level].map((tier) => ({ ...tier, level, files: [] })));
const strangers = positionals.filter((name) => !known.some((tier) => tier.name === name));

rmSync(resultsDir, { recursive: true, force: true });
mkdirSync(resultsDir, { recursive: true });
const stage = new OrderedOutput((text) => process.stdout.write(text));
report(strangers.length > 0 ? [refuse(strangers)] : await runConcurrently(atOnce, await choose(), runTier));

async function choose(): Promise<Chosen[]> {
  const named = known.filter(({ name }) => positionals.includes(name));
  if (!values.related) return positionals.length > 0 ? named : known.filter(({ level }) => level !== 'long');
  const files = await findFullTestsOfChanges(values.since);
  const reached = known.flatMap((tier) => {
    const own = tier.name === 'slow' ? files.slow : tier.name === 'browser' ? files.browser : [];
    return own.length > 0 ? [{ ...tier, files: own }] : [];
  });
  return [...named.filter(({ name }) => !['slow', 'browser'].includes(name)), ...reached];
}

function refuse(names: readonly string[]): Result {
  const summary = failedSummary(
    `no such tier: ${names.join(', ')}\n  there are ${known.map(({ name }) => name).join(', ')}`,
  );
  return { tier: 'npm test', summary, processorSeconds: 0, seconds: 0 };
}

async function runTier({ name, level, files }: Chosen): Promise<Result> {
  const { show, end } = stage.add();
  const log = join(resultsDir, `${name}.log`);
  const write = (text: string) => {
    appendFileSync(log, text);
    show(text);
  };
  write(`\n── ${name}\n`);
  const began = performance.now();
  const result = await runTierProcess(level, name, files, write);
  const seconds = (performance.now() - began) / 1_000;
  write(`${lineOf({ ...result, tier: name, seconds })}\n`);
  end();
  return { ...result, tier: name, seconds };
}

function lineOf({ tier, summary, seconds, processorSeconds }: Result): string {
  const mark = summary.failed > 0 ? '✗' : summary.passed === 0 ? '–' : '✓';
  const counts = `${String(summary.passed).padStart(5)} passed ${String(summary.failed).padStart(4)} failed`;
  const times = `${seconds.toFixed(1).padStart(8)} s ${processorSeconds.toFixed(1).padStart(8)} s of processor time`;
  return `${mark} ${tier.padEnd(9)} ${counts} ${times}`;
}

/** What failed comes first and whole: a log that is cut keeps its end. */
function report(results: readonly Result[]): void {
  const sum = addSummaries(results.map(({ summary }) => summary));
  const { flaky = [], warnings = [], leftOut = [] } = sum;
  const problems = results.flatMap(({ tier, summary }) => summary.problems.map((problem) => `${tier}: ${problem}`));
  if (flaky.length > mostFlaky) problems.push(`${flaky.length} flaky tests, more than ${mostFlaky}`);
  if (results.length === 0) console.log('No slow test file and no browser test is reached by the change.');

  for (const problem of problems) console.log(`\n✗ ${problem}`);
  console.log('\n── all tiers');
  for (const result of results) console.log(lineOf(result));
  const processorSeconds = results.reduce((seconds, result) => seconds + result.processorSeconds, 0);
  console.log(`  ${(performance.now() / 1_000).toFixed(0)} s, ${processorSeconds.toFixed(0)} s of processor time`);
  if (!values.full && processorSeconds > gateSeconds) warnings.push(`more than ${gateSeconds} s of processor time`);
  const missing = known.filter(({ name, level }) => level !== 'long' && !results.some(({ tier }) => tier === name));
  if (missing.length > 0)
    console.log(`Only a part was asked for; not run: ${missing.map(({ name }) => name).join(', ')}`);
  for (const what of leftOut) console.log(`not run: ${what}`);
  for (const warning of warnings) console.log(`warning: ${warning}`);
  for (const name of flaky) console.log(`flaky: ${name}`);

  const failed = sum.failed + (flaky.length > mostFlaky ? 1 : 0);
  const summary = { passed: sum.passed, failed, flaky, warnings, leftOut, problems, tiers: results };
  writeFileSync(join(resultsDir, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
  console.log(`${sum.passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
