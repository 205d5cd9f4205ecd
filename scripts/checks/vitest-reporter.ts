// What a Vitest run found, a line for each test file as soon as it has ended, so that a run that is ended keeps what it has.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';
import { projectDir } from './run-program.ts';

/** A test file that has ended. */
export type TestFile = {
  /** Relative to the project's folder. */
  path: string;
  /** From its start to its end, with what it waited for. */
  seconds: number;
  tests: Array<{ name: string; state: string; seconds: number; error?: string; tags?: string[] }>;
  /** Errors of the file itself, outside of its tests. */
  errors: string[];
};

/** A line of the report: a file, or the end of the run with the errors that belong to no file. */
export type ReportLine = { file: TestFile } | { end: TestRunEndReason; errors: string[] };

type Failure = { message?: string; stack?: string; name?: string };

export default class LineReporter implements Reporter {
  readonly #began = new Map<string, number>();

  onTestModuleStart(module: TestModule): void {
    this.#began.set(module.id, performance.now());
  }

  onTestModuleEnd(module: TestModule): void {
    const began = this.#began.get(module.id) ?? performance.now();
    const tests = [...module.children.allTests()].map((test) => {
      const { state, errors = [] } = test.result();
      return {
        name: test.fullName,
        state,
        seconds: (test.diagnostic()?.duration ?? 0) / 1_000,
        ...(errors.length === 0 ? {} : { error: errors.map(write).join('\n') }),
        ...(test.tags.length === 0 ? {} : { tags: test.tags }),
      };
    });
    const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
    append({
      file: {
        path: relative(projectDir, module.moduleId),
        seconds: (performance.now() - began) / 1_000,
        tests,
        errors: [...module.errors(), ...suites].map(write),
      },
    });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly Failure[], reason: TestRunEndReason): void {
    append({ end: reason, errors: errors.map(write) });
  }
}

/** The file is named by the program that reads it. */
function append(line: ReportLine): void {
  const file = process.env['TEST_REPORT'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** Without colours. The stack names the place, and begins with the message. */
function write({ message = '', stack = '', name = 'Error' }: Failure): string {
  const text = stack.includes(message) ? stack : `${name}: ${message}\n${stack}`;
  return stripVTControlCharacters(text).trimEnd();
}
