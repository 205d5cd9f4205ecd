import { stripVTControlCharacters } from 'node:util';
import type { Check } from './check.ts';
import type { ReportLine, TestFile } from './vitest-reporter.ts';

/** Result of a tier: how many checks or tests passed, how many failed, and why. */
export type Summary = {
  passed: number;
  failed: number;
  /** What failed: its name on the first line, its whole error below. */
  problems: string[];
  /** What passed when it was repeated: `NAME (first line of the first error)`. */
  flaky?: string[];
  /** What is worth a look and fails nothing. */
  warnings?: string[];
  /** What was not run because this machine lacks something, and how to install it. */
  leftOut?: string[];
  /** How long the single tests took, where that is known. */
  durations?: TestDuration[];
};
export type TestDuration = { name: string; seconds: number };

/** The part of Playwright's JSON report that is counted. */
export type PlaywrightReport = {
  suites: PlaywrightSuite[];
  errors?: Array<{ message?: string }>;
};
type PlaywrightSuite = {
  title: string;
  file?: string;
  specs?: Array<{
    title: string;
    file?: string;
    line?: number;
    tests: Array<{
      status: string;
      /** Of each try; milliseconds. */
      results?: Array<{ duration: number; errors?: Array<{ message?: string }> }>;
    }>;
  }>;
  suites?: PlaywrightSuite[];
};

export function summarizeChecks(checks: readonly Check[]): Summary {
  const bad = checks.filter((check) => check.problem !== null);
  return {
    passed: checks.length - bad.length,
    failed: bad.length,
    problems: bad.map(({ name, problem }) => withError(name, problem ?? '')),
  };
}

/**
 * Counts a Vitest run. Only a test that ran without failure has passed; a skipped one, a file without a test and an error
 * outside of any test count as failed.
 * @param exitCode of the run: not 0 is at least one failure
 */
export function summarizeVitest(lines: readonly ReportLine[], exitCode: number): Summary {
  const timed: TestDuration[] = [];
  const summary: Summary = { passed: 0, failed: 0, problems: [], durations: timed };
  for (const line of lines) {
    if ('end' in line) {
      for (const error of line.errors) fail(summary, withError('an error outside of any test', error));
      continue;
    }
    const { path, tests, errors } = line.file;
    const problems = failuresOf(line.file);
    for (const problem of problems) fail(summary, problem);
    summary.passed += tests.filter(({ state }) => state === 'passed').length;
    for (const { name, seconds } of tests) timed.push({ name: `${path}: ${name}`, seconds });
    if (tests.length === 0 && errors.length === 0) fail(summary, `${path}: no test`);
  }
  if (!lines.some((line) => 'end' in line)) fail(summary, 'the run was ended before its end; this is what it had');
  return withExit(summary, exitCode);
}

/** What failed in a test file, its own errors first. */
export function failuresOf({ path, tests, errors }: TestFile): string[] {
  return [
    ...errors.map((error) => withError(`${path}: outside of its tests`, error)),
    ...tests
      .filter(({ state }) => state !== 'passed')
      .map(({ name, state, error }) => withError(`${path}: ${name}`, error ?? state)),
  ];
}

/** Counts a Playwright run. A test that failed and passed when it was repeated has passed, and is named as flaky. */
export function summarizePlaywright(report: PlaywrightReport | null, exitCode: number): Summary {
  if (report === null) return failedSummary('the run left no report');
  const [timed, flaky]: [TestDuration[], string[]] = [[], []];
  const summary: Summary = { passed: 0, failed: 0, problems: [], flaky, durations: timed };
  const visit = (suite: PlaywrightSuite): void => {
    for (const spec of suite.specs ?? []) {
      const name = `${spec.file ?? suite.file ?? suite.title}:${spec.line ?? 0} ${spec.title}`;
      for (const { status, results = [] } of spec.tests) {
        timed.push({ name, seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1_000 });
        const errors = results
          .flatMap((result) => result.errors ?? [])
          .map(({ message = '' }) => stripVTControlCharacters(message));
        if (status === 'expected' || status === 'flaky') summary.passed++;
        else fail(summary, withError(`${name}: ${status}`, errors.join('\n')));
        if (status === 'flaky') flaky.push(flakyLine(name, errors[0] ?? ''));
      }
    }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  for (const suite of report.suites) visit(suite);
  for (const error of report.errors ?? []) fail(summary, error.message ?? 'an error outside of any test');
  return withExit(summary, exitCode);
}

/** How a flaky test is named: with the first line of its first error. */
export function flakyLine(name: string, error: string): string {
  return `${name} (${error.trim().split('\n')[0] ?? ''})`;
}

/**
 * Counts a program that ends with a line `N passed, N failed`, as this project's own runners do; one without that line
 * is a single check. Its lines that begin with FAILED are what failed, with the lines below that are further in.
 */
export function summarizeLastLine(output: string, exitCode: number): Summary {
  const counts = lastLine(output);
  if (counts === null) return exitCode === 0 ? { passed: 1, failed: 0, problems: [] } : failedSummary(tail(output));
  const named = [...output.matchAll(/^FAILED +(.*(?:\n {8,}.*)*)/gm)].map(([, text = '']) => text);
  const problems = counts.failed === 0 ? [] : named.length > 0 ? named : [tail(output)];
  return withExit({ ...counts, problems }, exitCode);
}

function lastLine(output: string): { passed: number; failed: number } | null {
  const match = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(output);
  return match === null ? null : { passed: Number(match[1]), failed: Number(match[2]) };
}

/** Several runs as one. */
export function addSummaries(summaries: readonly Summary[]): Summary {
  const all = <K extends 'problems' | 'flaky' | 'warnings' | 'leftOut'>(key: K) =>
    summaries.flatMap((summary) => summary[key] ?? []);
  return {
    passed: summaries.reduce((sum, { passed }) => sum + passed, 0),
    failed: summaries.reduce((sum, { failed }) => sum + failed, 0),
    problems: all('problems'),
    flaky: all('flaky'),
    warnings: all('warnings'),
    leftOut: all('leftOut'),
  };
}

/** The summary itself, or one failure when nothing was counted and nothing says why: silence is not success. */
export function notEmpty(summary: Summary): Summary {
  const { passed, failed, leftOut = [] } = summary;
  return passed + failed + leftOut.length === 0 ? failedSummary('nothing was tested') : summary;
}

export function failedSummary(problem: string): Summary {
  return { passed: 0, failed: 1, problems: [problem] };
}

function withExit(summary: Summary, exitCode: number): Summary {
  if (exitCode !== 0 && summary.failed === 0) fail(summary, `the runner ended with ${exitCode}`);
  return summary;
}

function fail(summary: Summary, problem: string): void {
  summary.failed++;
  summary.problems.push(problem);
}

function withError(name: string, error: string): string {
  return error === '' ? name : `${name}\n${error.replace(/^/gm, '  ')}`;
}

function tail(output: string): string {
  return output.trimEnd().split('\n').slice(-30).join('\n');
}
