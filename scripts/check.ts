// npm run check: in a minute what most mistakes show: types, lint and format, import rules, texts, documents, and the unit
// tests nearest to what changed since main. `npm run check -- --all` runs every test that reaches a change, however many.
import { checkCatalogues } from './checks/catalogues.ts';
import { findTestsOfChanges } from './checks/changes.ts';
import type { Check } from './checks/check.ts';
import { checkDocuments } from './checks/documents.ts';
import { checkImports } from './checks/imports.ts';
import { checkManifests } from './checks/manifests.ts';
import { takeWithin } from './checks/related-tests.ts';
import { readSeconds, runVitest } from './checks/run-vitest.ts';
import { checkSources } from './checks/sources.ts';
import { failedSummary, mergeSummaries, notEmpty, type Summary, summarizeChecks } from './checks/summary.ts';
import { checkTables } from './checks/tables.ts';
import { checkTexts } from './checks/texts.ts';
import { checkLint, checkTypes } from './checks/tool.ts';

/** Of one worker; two share it beside the other checks, which need half a minute of two cores themselves. */
const testSeconds = 40;

const parts: Array<{ name: string; run(): Promise<Summary> }> = [
  { name: 'types', run: counted(checkTypes) },
  { name: 'lint', run: counted(async () => [await checkLint()]) },
  {
    name: 'imports',
    run: counted(async () => [...(await checkImports()), ...(await checkSources()), ...(await checkTables())]),
  },
  { name: 'docs', run: counted(checkDocuments) },
  {
    name: 'texts',
    run: counted(async () => [...(await checkManifests()), ...(await checkCatalogues()), ...(await checkTexts())]),
  },
  { name: 'unit', run: runTestsOfChanges },
];

// Side by side: most of them keep one core busy at the most.
const summaries = await Promise.all(parts.map(runPart));
const sum = mergeSummaries(summaries);
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;

async function runPart({ name, run }: (typeof parts)[number]): Promise<Summary> {
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

function counted(look: () => Promise<Check[]>): () => Promise<Summary> {
  return async () => notEmpty(summarizeChecks(await look()));
}

async function runTestsOfChanges(): Promise<Summary> {
  const related = await findTestsOfChanges();
  const seconds = readSeconds();
  const taken = process.argv.includes('--all')
    ? related
    : takeWithin(related, testSeconds, (path) => seconds[path] ?? null);
  const left = related.length - taken.length;
  const rest = left === 0 ? '' : `; ${left} more reach it from further away (npm run check -- --all)`;
  console.log(`unit: ${taken.length} test files of what changed${rest}`);
  if (taken.length === 0) return { passed: 0, failed: 0, problems: [] };
  return runVitest({ files: taken.map(({ path }) => path), live: false });
}
