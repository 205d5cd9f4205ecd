import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ReportFile, reportFile } from './reports.ts';
import { projectDir, runNode } from './run-program.ts';
import { failuresOf, flakyLine, type Summary, summarizeVitest } from './summary.ts';
import type { ReportLine, TestFile } from './vitest-reporter.ts';

export const vitest = 'node_modules/vitest/vitest.mjs';
const reporter = './scripts/checks/vitest-reporter.ts';
const minuteMs = 60_000;

/** More failed files than this are no bad luck, and repeating them would only take time. */
const mostRepeated = 5;

/** Tests that carry this tag check data: whether something was lost, came twice, in disorder or to another account. */
const dataTag = 'data';

/** How long each test file took the last time it ran here, by its path. */
const notedSeconds = join(projectDir, 'node_modules', '.cache', 'test-seconds.json');

export type VitestOptions = {
  /** Parts of paths; default all. */
  files?: readonly string[];
  /** Shows the output as it comes, otherwise only that of a run that failed. */
  live: boolean;
  /** Of the report in `test-results`. */
  name: string;
  /** Added to our own environment. */
  env?: NodeJS.ProcessEnv;
};

/**
 * Unit and integration tests: all, or the files that are named. A file that failed runs once more, alone in a new process;
 * where it passes then, it counts as passed and is named as flaky. Tests of data are never repeated.
 */
export async function runVitest(options: VitestOptions): Promise<Summary> {
  const first = await runOnce(options, options.files ?? []);
  noteSeconds(filesOf(first.lines));
  const again = filesToRepeat(first.lines);
  if (again.length === 0) return summarizeVitest(first.lines, first.code);
  const repeated = await runOnce({ ...options, name: `${options.name}-repeated`, live: true }, again, true);
  return withRepeated(first, repeated.lines);
}

/** Files that failed and may have had bad luck, by their paths; none when it was more than that. */
export function filesToRepeat(lines: readonly ReportLine[]): string[] {
  const failed = filesOf(lines).filter((file) => failuresOf(file).length > 0);
  if (failed.length > mostRepeated) return [];
  return failed.filter((file) => !checksData(file)).map(({ path }) => path);
}

/** The sum of a run of which some files were repeated: those that passed then replace what they were before. */
export function withRepeated(first: Run, repeated: readonly ReportLine[]): Summary {
  const passed = new Map(
    filesOf(repeated)
      .filter((file) => file.tests.length > 0 && failuresOf(file).length === 0)
      .map((file) => [file.path, file]),
  );
  const lines = first.lines.map((line) => ('file' in line ? { file: passed.get(line.file.path) ?? line.file } : line));
  const flaky = filesOf(first.lines).filter((file) => passed.has(file.path) && failuresOf(file).length > 0);
  // The exit code of the first run says that a file failed, which is known, or that something else did.
  const isKnown = flaky.length > 0 && summarizeVitest(lines, 0).failed === 0;
  return {
    ...summarizeVitest(lines, isKnown ? 0 : first.code),
    flaky: flaky.map((file) => nameFlaky(failuresOf(file))),
  };
}

function filesOf(lines: readonly ReportLine[]): TestFile[] {
  return lines.flatMap((line) => ('file' in line ? line.file : []));
}

export type Run = { lines: readonly ReportLine[]; code: number };

async function runOnce(options: VitestOptions, files: readonly string[], isAlone = false): Promise<Run> {
  const report = reportFile(`${options.name}.ndjson`);
  const args = [
    'run',
    ...files,
    '--reporter=default',
    `--reporter=${reporter}`,
    ...(isAlone ? ['--max-workers=1'] : []),
  ];
  const { code, output } = await runNode(vitest, args, {
    live: options.live,
    env: { ...process.env, ...options.env, TEST_REPORT: report.path },
    limitMs: 60 * minuteMs,
  });
  const lines = readLines(report);
  if (!options.live && code !== 0) console.log(output);
  return { lines, code };
}

/** The lines that were written whole. */
function readLines(report: ReportFile): ReportLine[] {
  return report
    .read()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as ReportLine);
}

function checksData({ tests }: TestFile): boolean {
  return tests.some(({ tags, state }) => state !== 'passed' && tags?.includes(dataTag));
}

function nameFlaky([first = '', ...others]: readonly string[]): string {
  const [name = '', ...error] = first.split('\n');
  return flakyLine(others.length === 0 ? name : `${name} and ${others.length} more of its file`, error.join('\n'));
}

export function readSeconds(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(notedSeconds, 'utf8')) as Record<string, number>;
  } catch {
    // Nothing ran here yet.
    return {};
  }
}

function noteSeconds(files: readonly TestFile[]): void {
  const seconds = readSeconds();
  for (const file of files) seconds[file.path] = Math.round(file.seconds * 10) / 10;
  mkdirSync(dirname(notedSeconds), { recursive: true });
  writeFileSync(notedSeconds, JSON.stringify(seconds));
}
