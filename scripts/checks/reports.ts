import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from './run-program.ts';

/** Where reports, traces and logs of the last run lie. */
export const resultsDir = join(projectDir, 'test-results');

export type ReportFile = {
  path: string;
  /** Its text, empty when the runner fell over before it wrote one. */
  read(): string;
};

/** A file in `test-results` for a runner's report; an earlier one is gone. */
export function reportFile(name: string): ReportFile {
  const path = join(resultsDir, name);
  mkdirSync(resultsDir, { recursive: true });
  rmSync(path, { force: true });
  return {
    path,
    read: () => {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        // The caller counts a missing report as a failure.
        return '';
      }
    },
  };
}
