// npm test: every tier, or those that are named (`npm test -- types unit`); npm run test:long: the tiers that take hours.
// The last line is `N passed, N failed`.

import { OrderedOutput } from './checks/ordered-output.ts';
import { runConcurrently } from './checks/run-concurrently.ts';
import { failedSummary, mergeSummaries } from './checks/summary.ts';
import { runTierProcess, type TierResult } from './checks/tier-process.ts';
import { longTiers, tiers as shortTiers, type Tier } from './checks/tiers.ts';

type Result = TierResult & { tier: string; seconds: number };

/** Two cores; a waiting tier leaves its core to another. */
const atOnce = 2;

const isLong = process.argv.includes('--long');
const tiers = isLong ? longTiers : shortTiers;
const named = process.argv.slice(2).filter((arg) => arg !== '--long');
const strangers = named.filter((name) => !tiers.some((tier) => tier.name === name));
const chosen = named.length === 0 ? tiers : tiers.filter((tier) => named.includes(tier.name));
const stage = new OrderedOutput((text) => process.stdout.write(text));
report(strangers.length > 0 ? [refuse(strangers)] : await runConcurrently(atOnce, chosen, runTier));

function refuse(names: readonly string[]): Result {
  const summary = failedSummary(`no such tier; there are ${tiers.map((tier) => tier.name).join(', ')}`);
  return { tier: names.join(', '), summary, processorSeconds: 0, seconds: 0 };
}

async function runTier({ name }: Tier): Promise<Result> {
  const { show, end } = stage.add();
  show(`\n── ${name}\n`);
  const began = performance.now();
  const result = await runTierProcess(name, isLong ? 'long' : 'short', show);
  const seconds = (performance.now() - began) / 1_000;
  const { summary, processorSeconds } = result;
  for (const problem of summary.problems) show(`✗ ${problem}\n`);
  const took = `${seconds.toFixed(1)} s, ${processorSeconds.toFixed(1)} s of processor time`;
  show(`${name}: ${summary.passed} passed, ${summary.failed} failed in ${took}\n`);
  end();
  return { ...result, tier: name, seconds };
}

function report(results: readonly Result[]): void {
  const sum = mergeSummaries(results.map((result) => result.summary));
  console.log('\n── all tiers');
  for (const { tier, summary, seconds, processorSeconds } of results) {
    const mark = summary.failed === 0 ? '✓' : '✗';
    const counts = `${String(summary.passed).padStart(5)} passed ${String(summary.failed).padStart(4)} failed`;
    const times = `${seconds.toFixed(1).padStart(8)} s ${processorSeconds.toFixed(1).padStart(8)} s of processor time`;
    console.log(`${mark} ${tier.padEnd(9)} ${counts} ${times}`);
  }
  // Repeated at the end, because truncated logs often keep only the last lines.
  for (const { tier, summary } of results)
    for (const problem of summary.problems) console.log(`✗ ${tier}: ${shortened(problem)}`);
  const missing = tiers.filter((tier) => !chosen.includes(tier)).map((tier) => tier.name);
  if (missing.length > 0) console.log(`Only a part was asked for; not run: ${missing.join(', ')}`);
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
}

/** The first lines of a problem; the full text is printed where it occurred. */
function shortened(problem: string): string {
  return problem.split('\n').slice(0, 12).join('\n');
}
