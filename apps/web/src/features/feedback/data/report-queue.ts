import type { BugReport } from '@parley/contract/types';
import { ApiError, api } from '../../../platform/api.ts';
import { systemClock } from '../../../platform/clock.ts';
import { queryClient } from '../../../platform/query.tsx';
import { deviceStorage } from '../../../platform/storage.ts';
import { createStore } from '../../../platform/store.ts';
import { createTabLock } from '../../../platform/tab-lock.ts';
import type { ReportBody } from './report-body.ts';
import { deleteQueued, listQueued, putQueued, type QueuedReport, reportDatabaseName } from './report-store.ts';
import { reportsKey } from './reports.ts';

/** Milliseconds between tries while something waits: the server may be unreachable without the browser being offline. */
const retryMs = 15_000;

/** Reports that were not sent yet, oldest first. */
export const useQueuedReports = createStore<readonly QueuedReport[]>([]);

const tabLock = createTabLock(navigator.locks, deviceStorage, systemClock);
let started = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends a report, or stores it on this device until the server can be reached.
 * @returns the stored report, or null while it waits
 * @throws ApiError when the server refuses it; it is not queued then
 */
export async function sendReport(id: string, body: ReportBody): Promise<BugReport | null> {
  const report = { id, body: { ...body, id }, queuedAt: new Date().toISOString(), problem: null };
  await putQueued(report);
  const outcome = await tabLock('bug-reports', () => trySend(report));
  await refresh();
  if (outcome.kind === 'refused') {
    await deleteQueued(id);
    await refresh();
    throw outcome.error;
  }
  return outcome.kind === 'sent' ? outcome.report : null;
}

export async function discardQueued(id: string): Promise<void> {
  await deleteQueued(id);
  await refresh();
}

/** Sends what waits, now and whenever the connection is back. */
export function startReportQueue(): void {
  if (started) return;
  started = true;
  window.addEventListener('online', () => void sendAll());
  void hasDatabase().then((has) => (has ? sendAll() : undefined));
}

/** Opening the database would create it for everybody. */
async function hasDatabase(): Promise<boolean> {
  const name = reportDatabaseName();
  if (name === null || typeof indexedDB === 'undefined') return false;
  if (typeof indexedDB.databases !== 'function') return true;
  return (await indexedDB.databases()).some((database) => database.name === name);
}

async function sendAll(): Promise<void> {
  await tabLock('bug-reports', async () => {
    for (const report of await listQueued()) {
      if (report.problem !== null) continue;
      const outcome = await trySend(report);
      if (outcome.kind === 'refused') await putQueued({ ...report, problem: outcome.error.message });
      if (outcome.kind === 'waits') break;
    }
  }).catch(() => undefined); // without a database nothing waits
  await refresh();
}

type Outcome = { kind: 'sent'; report: BugReport } | { kind: 'waits' } | { kind: 'refused'; error: ApiError };

async function trySend({ id, body }: QueuedReport): Promise<Outcome> {
  try {
    const report = await api('POST /api/bug-reports', { body });
    await deleteQueued(id);
    void queryClient.invalidateQueries({ queryKey: reportsKey });
    return { kind: 'sent', report };
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 401 && error.status !== 429;
    return isRefusal ? { kind: 'refused', error } : { kind: 'waits' };
  }
}

/** Reads what waits; while something does, it is tried again after a while. */
export async function refresh(): Promise<void> {
  const waiting = (await listQueued().catch(() => [])).sort((a, b) => (a.queuedAt < b.queuedAt ? -1 : 1));
  useQueuedReports.set(waiting);
  clearTimeout(timer);
  if (waiting.some(({ problem }) => problem === null)) timer = setTimeout(() => void sendAll(), retryMs);
}
