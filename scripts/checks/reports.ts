import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives a runner a file for its report, which is gone afterwards. */
export async function withReport<T>(run: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-report-'));
  try {
    return await run(join(folder, 'report.json'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function readReport<R>(file: string): R | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as R;
  } catch {
    // The runner fell over before it wrote one: the caller counts that as a failure.
    return null;
  }
}
