import type { Check } from './check.ts';

/** What a tier found: how many checks or tests held, how many did not, and why. */
export type Tally = { passed: number; failed: number; problems: string[] };

/** The part of Vitest's JSON report that is counted. */
export type VitestReport = {
  success: boolean;
  testResults: Array<{
    name: string;
    message?: string;
    assertionResults: Array<{ status: string; fullName: string; failureMessages?: string[] | null }>;
  }>;
};

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
    tests: Array<{ status: string; projectName?: string }>;
  }>;
  suites?: PlaywrightSuite[];
};

export function tallyChecks(checks: readonly Check[]): Tally {
  const bad = checks.filter((check) => check.problem !== null);
  return {
    passed: checks.length - bad.length,
    failed: bad.length,
    problems: bad.map(({ name, problem }) => `${name}:\n${indent(problem ?? '')}`),
  };
}

/**
 * Counts a Vitest run. Only a test that ran and held has passed; a skipped one, a file without a test and an error
 * outside of any test count as failed.
 * @param exitCode of the run: not 0 is at least one failure
 */
export function tallyVitest(report: VitestReport | null, exitCode: number): Tally {
  if (report === null) return broken('the run left no report');
  const tally: Tally = { passed: 0, failed: 0, problems: [] };
  for (const file of report.testResults) {
    if (file.assertionResults.length === 0) fail(tally, `${file.name}: ${file.message ?? 'no test'}`);
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      if (status === 'passed') tally.passed++;
      else fail(tally, `${file.name}: ${fullName}: ${failureMessages?.[0] ?? status}`);
    }
  }
  return withExit(tally, report.success ? exitCode : exitCode || 1);
}

/** Counts a Playwright run; a test that passed only when repeated has failed. */
export function tallyPlaywright(report: PlaywrightReport | null, exitCode: number): Tally {
  if (report === null) return broken('the run left no report');
  const tally: Tally = { passed: 0, failed: 0, problems: [] };
  const visit = (suite: PlaywrightSuite): void => {
    for (const spec of suite.specs ?? []) {
      for (const { status } of spec.tests) {
        if (status === 'expected') tally.passed++;
        else fail(tally, `${spec.file ?? suite.file ?? suite.title}:${spec.line ?? 0} ${spec.title}: ${status}`);
      }
    }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  for (const suite of report.suites) visit(suite);
  for (const error of report.errors ?? []) fail(tally, error.message ?? 'an error outside of any test');
  return withExit(tally, exitCode);
}

/**
 * Counts a program that ends with a line `N passed, N failed`, as this project's own runners do; one without that line
 * is a single check.
 */
export function tallyLastLine(output: string, exitCode: number): Tally {
  const counts = lastLine(output);
  if (counts === null) return exitCode === 0 ? { passed: 1, failed: 0, problems: [] } : broken(tail(output));
  const problems = counts.failed > 0 ? [tail(output)] : [];
  return withExit({ ...counts, problems }, exitCode);
}

function lastLine(output: string): { passed: number; failed: number } | null {
  const match = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(output);
  return match === null ? null : { passed: Number(match[1]), failed: Number(match[2]) };
}

/** Adds tiers up. One that ran nothing has failed: silence is not success. */
export function addUp(tallies: readonly Tally[]): { passed: number; failed: number } {
  const sum = { passed: 0, failed: tallies.length === 0 ? 1 : 0 };
  for (const tally of tallies.map(notEmpty)) {
    sum.passed += tally.passed;
    sum.failed += tally.failed;
  }
  return sum;
}

/** The tally itself, or one failure when nothing was counted. */
export function notEmpty(tally: Tally): Tally {
  return tally.passed + tally.failed === 0 ? broken('nothing was tested') : tally;
}

export function broken(problem: string): Tally {
  return { passed: 0, failed: 1, problems: [problem] };
}

function withExit(tally: Tally, exitCode: number): Tally {
  if (exitCode !== 0 && tally.failed === 0) fail(tally, `the runner ended with ${exitCode}`);
  return tally;
}

function fail(tally: Tally, problem: string): void {
  tally.failed++;
  tally.problems.push(problem);
}

function tail(output: string): string {
  return output.trimEnd().split('\n').slice(-30).join('\n');
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
