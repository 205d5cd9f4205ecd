import { describe, expect, it } from 'vitest';
import { filesToRepeat, withRepeated } from './run-vitest.ts';
import type { ReportLine } from './vitest-reporter.ts';

const end: ReportLine = { end: 'passed', errors: [] };

function file(path: string, state: string, tags: string[] = []): ReportLine {
  const test = {
    name: 'works',
    state,
    seconds: 1,
    tags,
    ...(state === 'failed' ? { error: 'Error: late\nat x' } : {}),
  };
  return { file: { path, seconds: 1, tests: [test], errors: [] } };
}

describe('a failed test file', () => {
  it('is repeated, unless it checks data', () => {
    const lines = [file('a', 'failed'), file('b', 'passed'), file('c', 'failed', ['data']), end];
    expect(filesToRepeat(lines)).toEqual(['a']);
  });

  it('is not repeated when many failed', () => {
    expect(filesToRepeat([...'abcdef'].map((name) => file(name, 'failed')))).toEqual([]);
  });

  it('counts as passed when it passes then, and is named', () => {
    const first = { lines: [file('a', 'failed'), file('b', 'passed'), end], code: 1 };
    const { passed, failed, flaky } = withRepeated(first, [file('a', 'passed'), end]);
    expect([passed, failed, flaky]).toEqual([2, 0, ['a: works (Error: late)']]);
  });

  it('fails when it fails again, or left no result', () => {
    const first = { lines: [file('a', 'failed'), end], code: 1 };
    for (const again of [[file('a', 'failed'), end], [end]]) {
      const { passed, failed, flaky } = withRepeated(first, again);
      expect([passed, failed, flaky]).toEqual([0, 1, []]);
    }
  });

  it('does not hide what failed beside it', () => {
    const outside: ReportLine = { end: 'failed', errors: ['Error: outside'] };
    const { failed, flaky } = withRepeated({ lines: [file('a', 'failed'), outside], code: 1 }, [
      file('a', 'passed'),
      end,
    ]);
    expect([failed, flaky?.length]).toEqual([1, 1]);
  });
});
