import { describe, expect, it } from 'vitest';
import { budgets, findBudgetOverrun } from './budgets.ts';
import { processorSeconds } from './processor-time.ts';
import { tiers } from './tiers.ts';

const summary = {
  passed: 12,
  failed: 0,
  problems: [],
  durations: Array.from({ length: 12 }, (_, n) => ({ name: `test ${n}.`, seconds: n })),
};

describe('budgets', () => {
  it('are met by a tier at its limit, and by one without a budget', () => {
    expect(findBudgetOverrun('unit', 100, summary, { unit: 100 })).toBeNull();
    expect(findBudgetOverrun('other', 100, summary, { unit: 1 })).toBeNull();
  });

  it('name the ten slowest tests of a tier over its own, the slowest first', () => {
    const said = findBudgetOverrun('unit', 100.6, summary, { unit: 100 }) ?? '';
    expect(said).toContain('took 101 s of processor time, more than its 100 s');
    expect(said.match(/test \d+/g)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `test ${n}`));
    expect(findBudgetOverrun('types', 2, { passed: 1, failed: 0, problems: [] }, { types: 1 })).toContain('took 2 s');
  });

  it('exist for every tier', () => {
    expect(Object.keys(budgets).toSorted()).toEqual(tiers.map(({ name }) => name).toSorted());
  });
});

it('processor time includes this process and its children', async () => {
  const { execFileSync } = await import('node:child_process');
  const before = processorSeconds();
  execFileSync(process.execPath, [
    '-e',
    'let used = 0; while (used < 400_000) { const { user, system } = process.cpuUsage(); used = user + system; }',
  ]);
  expect(processorSeconds() - before).toBeGreaterThan(0.3);
});
