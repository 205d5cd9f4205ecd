// npm test: every tier, or those that are named (`npm test -- types unit`). The last line is `N passed, N failed`.
import { addUp, broken, notEmpty, type Tally } from './checks/tally.ts';
import { type Tier, tiers } from './checks/tiers.ts';

const named = process.argv.slice(2);
const strangers = named.filter((name) => !tiers.some((tier) => tier.name === name));
const chosen = named.length === 0 ? tiers : tiers.filter((tier) => named.includes(tier.name));
const results: Array<{ tier: string; tally: Tally; seconds: string }> = [];

if (strangers.length > 0) {
  const names = tiers.map((tier) => tier.name).join(', ');
  results.push({ tier: strangers.join(', '), tally: broken(`no such tier; there are ${names}`), seconds: '0.0' });
} else {
  for (const tier of chosen) results.push(await runTier(tier));
}
report();

async function runTier(tier: Tier): Promise<(typeof results)[number]> {
  console.log(`\n── ${tier.name}`);
  const began = performance.now();
  const tally = notEmpty(
    await tier.run().catch((error: unknown) => broken(error instanceof Error ? (error.stack ?? '') : String(error))),
  );
  for (const problem of tally.problems) console.log(`✗ ${problem}`);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`${tier.name}: ${tally.passed} passed, ${tally.failed} failed in ${seconds} s`);
  return { tier: tier.name, tally, seconds };
}

function report(): void {
  const sum = addUp(results.map((result) => result.tally));
  console.log('\n── all tiers');
  for (const { tier, tally, seconds } of results) {
    const mark = tally.failed === 0 ? '✓' : '✗';
    console.log(
      `${mark} ${tier.padEnd(8)} ${String(tally.passed).padStart(5)} passed ${String(tally.failed).padStart(4)} failed ${seconds.padStart(8)} s`,
    );
  }
  // Once more, where they can be seen: what stands far above is cut off by whoever keeps only the end of a log.
  for (const { tier, tally } of results)
    for (const problem of tally.problems) console.log(`✗ ${tier}: ${shortened(problem)}`);
  const missing = tiers.filter((tier) => !chosen.includes(tier)).map((tier) => tier.name);
  if (missing.length > 0) console.log(`Only a part was asked for; not run: ${missing.join(', ')}`);
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
}

/** The first lines of a problem: the whole of it stands where it happened. */
function shortened(problem: string): string {
  return problem.split('\n').slice(0, 12).join('\n');
}
