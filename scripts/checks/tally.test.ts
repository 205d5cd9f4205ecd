import { describe, expect, it } from 'vitest';
import { fails, holds } from './check.ts';
import { addUp, notEmpty, tallyChecks, tallyLastLine, tallyPlaywright, tallyVitest } from './tally.ts';

const counts = ({ passed, failed }: { passed: number; failed: number }) => [passed, failed];

it('counts checks', () => {
  const tally = tallyChecks([holds('a'), fails('b', 'because'), holds('c')]);
  expect(counts(tally)).toEqual([2, 1]);
  expect(tally.problems).toEqual(['b:\n  because']);
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
    expect(counts(tallyVitest(given as Parameters<typeof tallyVitest>[0], exitCode))).toEqual(expected);
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
    expect(counts(tallyPlaywright(given as Parameters<typeof tallyPlaywright>[0], exitCode))).toEqual(expected);
  });
});

describe('a program of our own', () => {
  it.each([
    ['hello\n12 passed, 0 failed\n', 0, [12, 0]],
    ['hello\n12 passed, 3 failed\n', 1, [12, 3]],
    ['12 passed, 0 failed\nand then it fell over', 1, [0, 1]],
    ['12 passed, 0 failed\n', 7, [12, 1]],
    ['all well', 0, [1, 0]],
  ] as const)('%j with exit code %i', (output, exitCode, expected) => {
    expect(counts(tallyLastLine(output, exitCode))).toEqual(expected);
  });
});

describe('the sum', () => {
  it('adds tiers up', () => {
    expect(addUp([tallyChecks([holds('a')]), tallyChecks([fails('b', '')])])).toEqual({ passed: 1, failed: 1 });
  });

  it('counts a tier without a test, and a run without a tier, as failed', () => {
    expect(addUp([tallyChecks([])])).toEqual({ passed: 0, failed: 1 });
    expect(addUp([])).toEqual({ passed: 0, failed: 1 });
    expect(notEmpty(tallyChecks([])).problems).toEqual(['nothing was tested']);
  });
});
