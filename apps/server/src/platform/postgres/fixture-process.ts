// Runs embedded.fixture.ts for the tests: starts it, reads its reports, kills it.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export type Report = {
  ready?: boolean;
  url?: string;
  row?: number;
  exit?: { code: number | null; signal: string | null };
  restarted?: boolean;
  error?: string;
  log?: string;
};

export type FixtureProcess = {
  pid: number;
  reports: Report[];
  /** Resolves with the first report, past or coming, that fits; rejects when the process ends without one. */
  waitFor(what: (report: Report) => boolean): Promise<Report>;
  waitForReady(): Promise<Report>;
  /** Rows acknowledged so far. */
  rows(): number[];
  kill(signal: NodeJS.Signals): Promise<void>;
};

const fixture = fileURLToPath(new URL('embedded.fixture.ts', import.meta.url));
const running = new Set<ChildProcessByStdio<null, Readable, null>>();

export function runFixture(order: Record<string, unknown>): FixtureProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', fixture, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const reports: Report[] = [];
  const waiting = new Set<() => void>();
  let isOver = false;
  const wake = () => {
    for (const check of waiting) check();
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    reports.push(JSON.parse(line));
    wake();
  });
  const closed = new Promise<void>((resolve) =>
    child.once('close', () => {
      isOver = true;
      running.delete(child);
      wake();
      resolve();
    }),
  );
  const waitFor = (what: (report: Report) => boolean) =>
    new Promise<Report>((resolve, reject) => {
      const check = () => {
        const found = reports.find(what);
        if (!found && !isOver) return;
        waiting.delete(check);
        if (found) resolve(found);
        else reject(new Error(`the process ended without it: ${JSON.stringify(reports.slice(-5))}`));
      };
      waiting.add(check);
      check();
    });
  return {
    pid: child.pid ?? 0,
    reports,
    waitFor,
    waitForReady: () => waitFor((report) => report.ready === true),
    rows: () => reports.flatMap((report) => (report.row === undefined ? [] : [report.row])),
    kill: async (signal) => {
      child.kill(signal);
      await closed;
    },
  };
}

/** Kills fixtures left by a failed test; PostgreSQL is stopped by its watcher. */
export function killAllFixtures(): void {
  for (const child of running) child.kill('SIGKILL');
}
