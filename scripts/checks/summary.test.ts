import { describe, expect, it } from 'vitest';
import { failCheck, passCheck } from './check.ts';
import {
  addSummaries,
  notEmpty,
  summarizeChecks,
  summarizeLastLine,
  summarizePlaywright,
  summarizeVitest,
} from './summary.ts';
import type { ReportLine } from './vitest-reporter.ts';

const counts = ({ passed, failed }: { passed: number; failed: number }) => [passed, failed];

it('counts checks', () => {
  const summary = summarizeChecks([passCheck('a'), failCheck('b', 'because'), passCheck('c')]);
  expect(counts(summary)).toEqual([2, 1]);
  expect(summary.problems).toEqual(['b\n  because']);
});

describe('a Vitest run', () => {
  const end: ReportLine = { end: 'passed', errors: [] };
  const file = (...states: string[]): ReportLine => {
    const tests = states.map((state, index) => ({ name: `x${index}`, state, seconds: 1 }));
    return { file: { path: 'a.test.ts', seconds: 1, tests, errors: [] } };
  };

  it.each([
    ['passed tests', [file('passed', 'passed'), end], 0, [2, 0]],
    ['failed tests', [file('passed', 'failed'), end], 1, [1, 1]],
    ['skipped tests as failed', [file('passed', 'skipped', 'pending'), end], 0, [1, 2]],
    ['a file without a test as failed', [file(), end], 1, [0, 1]],
    ['an error outside of any test as failed', [file('passed'), { ...end, errors: ['no'] }], 1, [1, 1]],
    ['an exit code without a failed test as failed', [file('passed'), end], 1, [1, 1]],
    ['what a run had that was ended', [file('passed', 'passed')], 128, [2, 1]],
    ['a missing report as failed', [], 0, [0, 1]],
  ] satisfies Array<[string, ReportLine[], number, [number, number]]>)(
    'counts %s',
    (_what, given, exitCode, expected) => {
      expect(counts(summarizeVitest(given, exitCode))).toEqual(expected);
    },
  );
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
    ['unexpected, flaky and skipped', report('expected', 'unexpected', 'flaky', 'skipped'), 1, [2, 2]],
    ['errors of the run', { ...report(), errors: [{ message: 'no such file' }] }, 1, [0, 1]],
    ['a missing report', null, 1, [0, 1]],
  ] as const)('counts %s', (_what, given, exitCode, expected) => {
    expect(counts(summarizePlaywright(given as Parameters<typeof summarizePlaywright>[0], exitCode))).toEqual(expected);
  });
});

it('names the flaky tests of a Playwright run with their first error', () => {
  const results = [{ duration: 5, errors: [{ message: '\u001b[31mno button\u001b[39m\nat x' }] }, { duration: 5 }];
  const specs = [{ title: 'opens', line: 3, tests: [{ status: 'flaky', results }] }];
  expect(summarizePlaywright({ suites: [{ title: 'a.spec.ts', specs }] }, 0).flaky).toEqual([
    'a.spec.ts:3 opens (no button)',
  ]);
});

describe('a program of ours', () => {
  it('names what failed, with what is below it', () => {
    const output = '  ok    one (3)\nFAILED  two (4)\n          #18 after #19\n  ok    three (1)\n2 passed, 1 failed\n';
    expect(summarizeLastLine(output, 1).problems).toEqual(['two (4)\n          #18 after #19']);
  });

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
    const one = { ...summarizeChecks([passCheck('a')]), flaky: ['x (y)'] };
    expect(addSummaries([one, summarizeChecks([failCheck('b', '')])])).toEqual({
      ...{ passed: 1, failed: 1, problems: ['b'], flaky: ['x (y)'], warnings: [], leftOut: [] },
    });
  });

  it('counts a tier without a test as failed', () => {
    expect(notEmpty(summarizeChecks([])).problems).toEqual(['nothing was tested']);
  });

  it('counts nothing for a tier that says what this machine lacks for it', () => {
    const summary = { ...summarizeChecks([]), leftOut: ['the journeys in firefox'] };
    expect(notEmpty(summary)).toEqual(summary);
    expect(addSummaries([summary]).leftOut).toEqual(['the journeys in firefox']);
  });
});
