import type { Check } from './check.ts';

/** Result of a tier: how many checks or tests passed, how many failed, and why. */
export type Summary = {
  passed: number;
  failed: number;
  problems: string[];
  /** How long the single tests took, where that is known. */
  durations?: TestDuration[];
};
export type TestDuration = { name: string; seconds: number };

/** The part of Vitest's JSON report that is counted. */
export type VitestReport = {
  success: boolean;
  testResults: Array<{
    name: string;
    message?: string;
    /** Milliseconds since 1970. */
    startTime: number;
    endTime: number;
    assertionResults: Array<{
      status: string;
      fullName: string;
      /** Milliseconds. */
      duration?: number | null;
      failureMessages?: string[] | null;
    }>;
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
    tests: Array<{
      status: string;
      projectName?: string;
      /** Milliseconds, of each try. */
      results?: Array<{ duration: number }>;
    }>;
  }>;
  suites?: PlaywrightSuite[];
};

export function summarizeChecks(checks: readonly Check[]): Summary {
  const bad = checks.filter((check) => check.problem !== null);
  return {
    passed: checks.length - bad.length,
    failed: bad.length,
    problems: bad.map(({ name, problem }) => `${name}:\n${indent(problem ?? '')}`),
  };
}

/**
 * Counts a Vitest run. Only a test that ran without failure has passed; a skipped one, a file without a test and an error
 * outside of any test count as failed.
 * @param exitCode of the run: not 0 is at least one failure
 */
export function summarizeVitest(report: VitestReport | null, exitCode: number): Summary {
  if (report === null) return failedSummary('the run left no report');
  const timed: TestDuration[] = [];
  const summary: Summary = { passed: 0, failed: 0, problems: [], durations: timed };
  for (const file of report.testResults) {
    if (file.assertionResults.length === 0) fail(summary, `${file.name}: ${file.message ?? 'no test'}`);
    for (const { status, fullName, failureMessages, duration } of file.assertionResults) {
      timed.push({ name: `${file.name}: ${fullName}`, seconds: (duration ?? 0) / 1_000 });
      if (status === 'passed') summary.passed++;
      else fail(summary, `${file.name}: ${fullName}: ${failureMessages?.[0] ?? status}`);
    }
  }
  return withExit(summary, report.success ? exitCode : exitCode || 1);
}

/** Counts a Playwright run; a test that passed only when repeated has failed. */
export function summarizePlaywright(report: PlaywrightReport | null, exitCode: number): Summary {
  if (report === null) return failedSummary('the run left no report');
  const timed: TestDuration[] = [];
  const summary: Summary = { passed: 0, failed: 0, problems: [], durations: timed };
  const visit = (suite: PlaywrightSuite): void => {
    for (const spec of suite.specs ?? []) {
      const name = `${spec.file ?? suite.file ?? suite.title}:${spec.line ?? 0} ${spec.title}`;
      for (const { status, results = [] } of spec.tests) {
        timed.push({ name, seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1_000 });
        if (status === 'expected') summary.passed++;
        else fail(summary, `${name}: ${status}`);
      }
    }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  for (const suite of report.suites) visit(suite);
  for (const error of report.errors ?? []) fail(summary, error.message ?? 'an error outside of any test');
  return withExit(summary, exitCode);
}

/**
 * Counts a program that ends with a line `N passed, N failed`, as this project's own runners do; one without that line
 * is a single check.
 */
export function summarizeLastLine(output: string, exitCode: number): Summary {
  const counts = lastLine(output);
  if (counts === null) return exitCode === 0 ? { passed: 1, failed: 0, problems: [] } : failedSummary(tail(output));
  const problems = counts.failed > 0 ? [tail(output)] : [];
  return withExit({ ...counts, problems }, exitCode);
}

function lastLine(output: string): { passed: number; failed: number } | null {
  const match = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(output);
  return match === null ? null : { passed: Number(match[1]), failed: Number(match[2]) };
}

/** Adds tiers up. One that ran nothing has failed: silence is not success. */
export function mergeSummaries(summaries: readonly Summary[]): { passed: number; failed: number } {
  const sum = { passed: 0, failed: summaries.length === 0 ? 1 : 0 };
  for (const summary of summaries.map(notEmpty)) {
    sum.passed += summary.passed;
    sum.failed += summary.failed;
  }
  return sum;
}

/** The summary itself, or one failure when nothing was counted. */
export function notEmpty(summary: Summary): Summary {
  return summary.passed + summary.failed === 0 ? failedSummary('nothing was tested') : summary;
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

function tail(output: string): string {
  return output.trimEnd().split('\n').slice(-30).join('\n');
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
