import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The output of the servers of this process, newest last; PostgreSQL has its own file in the data folder. */
type RecordedLog = { dataDir: string; said: string; postgres: string | null };
const kept: RecordedLog[] = [];

/** The length of every log at a moment. */
export type Marks = ReadonlyMap<RecordedLog, number>;

type LogRecorder = { add(text: string): void; end(): Promise<void> };

/** Stores a server's output, also after it has ended and its folder was removed. */
export function recordLog(dataDir: string): LogRecorder {
  const log: RecordedLog = { dataDir, said: '', postgres: null };
  kept.push(log);
  return {
    add(text) {
      log.said += text;
    },
    async end() {
      log.postgres = await postgresLog(dataDir);
    },
  };
}

async function postgresLog(dataDir: string): Promise<string> {
  // A server that did not get that far has none.
  return readFile(join(dataDir, 'log', 'postgres.log'), 'utf8').catch(() => '');
}

export function markLogs(): Marks {
  return new Map(kept.map((log) => [log, log.said.length]));
}

/** The part of Playwright's TestInfo that is needed here. */
type Finished = {
  status?: string | undefined;
  expectedStatus: string;
  outputPath(...names: string[]): string;
  attach(name: string, options: { path: string; contentType: string }): Promise<void>;
};

/**
 * Attaches every server's output since `marks` to a failed test, beside trace and screenshot: a file for each server,
 * with its PostgreSQL log. A server closed before the test began is unrelated.
 */
export async function attachLogs(test: Finished, marks: Marks): Promise<void> {
  if (test.status === test.expectedStatus) return;
  let number = 0;
  for (const log of kept) {
    if (log.postgres !== null && marks.get(log) === log.said.length) continue;
    number += 1;
    const said = log.said.slice(marks.get(log) ?? 0);
    const path = test.outputPath(`server-${number}.log`);
    const postgres = log.postgres ?? (await postgresLog(log.dataDir));
    await writeFile(path, `server on ${log.dataDir}\n${said}\nPostgreSQL\n${postgres}`);
    await test.attach(`server-${number}.log`, { path, contentType: 'text/plain' });
  }
}
