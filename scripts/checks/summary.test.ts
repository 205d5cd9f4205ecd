import { describe, expect, it } from 'vitest';
import { failCheck, passCheck } from './check.ts';
import {
  mergeSummaries,
  notEmpty,
  summarizeChecks,
  summarizeLastLine,
  summarizePlaywright,
  summarizeVitest,
} from './summary.ts';

const counts = ({ passed, failed }: { passed: number; failed: number }) => [passed, failed];

it('counts checks', () => {
  const summary = summarizeChecks([passCheck('a'), failCheck('b', 'because'), passCheck('c')]);
  expect(counts(summary)).toEqual([2, 1]);
  expect(summary.problems).toEqual(['b:\n  because']);
});

describe('a Vitest run', () => {
  const report = (success: boolean, ...statuses: string[]) => ({
    success,
    testResults: [{ name: 'a.test.ts', assertionResults: statuses.map((status) => ({ status, fullName: 'x' })) }],
  });

  it.each([
    ['passed tests', report(true, 'passed', 'passed'), 0, [2, 0]],
    ['failed tests', report(false, 'passed', 'failed'), 1, [1, 1]],
    ['skipped tests as failed', report(true, 'passed', 'skipped', 'pending', 'todo'), 0, [1, 3]],
    ['a file without a test as failed', report(false), 1, [0, 1]],
    ['an error outside of any test as failed', report(false, 'passed'), 1, [1, 1]],
    ['an exit code without a failed test as failed', report(true, 'passed'), 1, [1, 1]],
    ['a missing report as failed', null, 0, [0, 1]],
  ] as const)('counts %s', (_what, given, exitCode, expected) => {
    expect(counts(summarizeVitest(given as Parameters<typeof summarizeVitest>[0], exitCode))).toEqual(expected);
  });
});

describe('a Playwright run', () => {
  const report = (...statuses: string[]) => ({
    suites: [
      {
        title: 'a.spec.ts',
        suites: [{ title: 'inner', specs: statuses.map((status) => ({ title: 'x', tests: [{ status }] })) }],
      },
    ],
  });

  it.each([
    ['expected', report('expected', 'expected'), 0, [2, 0]],
    ['unexpected, flaky and skipped', report('expected', 'unexpected', 'flaky', 'skipped'), 1, [1, 3]],
    ['errors of the run', { ...report(), errors: [{ message: 'no such file' }] }, 1, [0, 1]],
    ['a missing report', null, 1, [0, 1]],
  ] as const)('counts %s', (_what, given, exitCode, expected) => {
    expect(counts(summarizePlaywright(given as Parameters<typeof summarizePlaywright>[0], exitCode))).toEqual(expected);
  });
});

describe('a program of ours', () => {
  it.each([
    ['hello\n12 passed, 0 failed\n', 0, [12, 0]],
    ['hello\n12 passed, 3 failed\n', 1, [12, 3]],
    ['12 passed, 0 failed\nand then it fell over', 1, [0, 1]],
    ['12 passed, 0 failed\n', 7, [12, 1]],
    ['all well', 0, [1, 0]],
  ] as const)('%j with exit code %i', (output, exitCode, expected) => {
    expect(counts(summarizeLastLine(output, exitCode))).toEqual(expected);
  });
});

describe('the sum', () => {
  it('adds tiers up', () => {
    expect(mergeSummaries([summarizeChecks([passCheck('a')]), summarizeChecks([failCheck('b', '')])])).toEqual({
      passed: 1,
      failed: 1,
    });
  });

  it('counts a tier without a test, and a run without a tier, as failed', () => {
    expect(mergeSummaries([summarizeChecks([])])).toEqual({ passed: 0, failed: 1 });
    expect(mergeSummaries([])).toEqual({ passed: 0, failed: 1 });
    expect(notEmpty(summarizeChecks([])).problems).toEqual(['nothing was tested']);
  });
});
