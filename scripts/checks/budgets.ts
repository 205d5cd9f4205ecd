import type { Summary } from './summary.ts';

/**
 * Processor seconds that each tier of `npm test` may take. Processor time, because a busy machine makes everything wait and
 * would fail tests that are no slower; each number is based on a measurement on a quiet machine of two cores, and the
 * budget leaves room for a machine half as fast and for two halves of one core that slow each other. To fix an overrun,
 * make tests cheaper, or write the new number here with a reason.
 */
export const budgets: Readonly<Record<string, number>> = {
  types: 120,
  style: 240,
  imports: 120,
  docs: 30,
  texts: 120,
  // The same tests took 1,440 s on one machine and 1,940 s on another, which needed 1.46 times as long for the browser's.
  unit: 2_400,
  postgres: 300,
  start: 400,
  chaos: 500,
  broadcast: 300,
  fuzz: 200,
  browser: 3_000,
};

/** @returns the message for a tier over its budget; null within it, or without one */
export function findBudgetOverrun(
  tier: string,
  processorSeconds: number,
  summary: Summary,
  allowed = budgets,
): string | null {
  const budget = allowed[tier];
  if (budget === undefined || processorSeconds <= budget) return null;
  const slowest = (summary.durations ?? []).toSorted((one, other) => other.seconds - one.seconds).slice(0, 10);
  const head = `took ${processorSeconds.toFixed(0)} s of processor time, more than its ${budget} s (scripts/checks/budgets.ts)`;
  if (slowest.length === 0) return head;
  return `${head}; the slowest:\n${slowest.map(({ name, seconds }) => `  ${seconds.toFixed(1)} s  ${name}`).join('\n')}`;
}
