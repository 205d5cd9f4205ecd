import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readReport, withReport } from './reports.ts';
import { projectDir, runNode } from './run-program.ts';
import { type Summary, summarizeVitest, type VitestReport } from './summary.ts';

export const vitest = 'node_modules/vitest/vitest.mjs';
const minuteMs = 60_000;

/** How long each test file took the last time it ran here, by its path. */
const notedSeconds = join(projectDir, 'node_modules', '.cache', 'test-seconds.json');

/** Unit and integration tests: all, or the files that are named. */
export async function runVitest(options: {
  files?: readonly string[];
  live: boolean;
  /** Instead of our own environment. */
  env?: NodeJS.ProcessEnv;
}): Promise<Summary> {
  return withReport(async (file) => {
    const args = [
      'run',
      ...(options.files ?? []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ];
    const { code, output } = await runNode(vitest, args, {
      live: options.live,
      env: options.env ?? process.env,
      limitMs: 40 * minuteMs,
    });
    const report = readReport<VitestReport>(file);
    if (report !== null) noteSeconds(report);
    const summary = summarizeVitest(report, code);
    if (!options.live && summary.failed > 0) console.log(output);
    return summary;
  });
}

export function readSeconds(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(notedSeconds, 'utf8')) as Record<string, number>;
  } catch {
    // Nothing ran here yet.
    return {};
  }
}

function noteSeconds(report: VitestReport): void {
  const seconds = readSeconds();
  for (const { name, startTime, endTime } of report.testResults) {
    seconds[relative(projectDir, name)] = Math.round((endTime - startTime) / 100) / 10;
  }
  mkdirSync(dirname(notedSeconds), { recursive: true });
  writeFileSync(notedSeconds, JSON.stringify(seconds));
}
