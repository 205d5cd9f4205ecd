// npm run check: in a minute what most mistakes show: everything of `npm test` that runs nothing of the product, and the unit
// tests nearest to what changed since main. `npm run check -- --all` runs every test that reaches a change, however many.
import { findTestsOfChanges } from './checks/changes.ts';
import { takeWithin } from './checks/related-tests.ts';
import { readSeconds, runVitest } from './checks/run-vitest.ts';
import { addSummaries, failedSummary, notEmpty, type Summary } from './checks/summary.ts';
import { staticTiers } from './checks/tiers.ts';

/** Of one worker; two share it beside the other checks, which need half a minute of two cores themselves. */
const testSeconds = 40;

type Part = { name: string; run(): Promise<Summary> };

const parts: Part[] = [
  ...staticTiers.map(({ name, run }) => ({ name, run: async () => notEmpty(await run([])) })),
  { name: 'unit', run: runTestsOfChanges },
];

// Side by side: most of them keep one core busy at the most.
const { passed, failed, flaky = [] } = addSummaries(await Promise.all(parts.map(runPart)));
for (const name of flaky) console.log(`flaky: ${name}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function runPart({ name, run }: Part): Promise<Summary> {
  const began = performance.now();
  const summary = await run().catch((error: unknown) =>
    failedSummary(error instanceof Error ? (error.stack ?? '') : `${error}`),
  );
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const mark = summary.failed === 0 ? '✓' : '✗';
  console.log(`${mark} ${name.padEnd(8)} ${summary.passed} passed, ${summary.failed} failed in ${seconds} s`);
  for (const problem of summary.problems) console.log(problem);
  return summary;
}

async function runTestsOfChanges(): Promise<Summary> {
  const related = (await findTestsOfChanges()).filter(({ path }) => !path.includes('.slow.test.'));
  const seconds = readSeconds();
  const taken = process.argv.includes('--all')
    ? related
    : takeWithin(related, testSeconds, (path) => seconds[path] ?? null);
  const left = related.length - taken.length;
  const rest = left === 0 ? '' : `; ${left} more reach it from further away (npm run check -- --all)`;
  console.log(`unit: ${taken.length} test files of what changed${rest}`);
  if (taken.length === 0) return { passed: 0, failed: 0, problems: [] };
  return runVitest({ name: 'check', files: taken.map(({ path }) => path), live: false });
}
