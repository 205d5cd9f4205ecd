import type { KeyRequest } from '@parley/contract/types';
import { readTimeCursor, timePage } from '../../platform/http/cursor.ts';
import type { Handlers, KeyCall } from '../../platform/http/routing.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  countUnlisted,
  type HourCount,
  type KeyRequestRow,
  listKeyRequests,
  noteKeyRequests,
  type RequestLine,
} from './key-requests-repo.ts';

const everyMs = 3_000;
const hourMs = 3_600_000;
/** Lines that wait to be written, of one key and of all; what comes beyond them is counted and not listed. */
const mostLines = { ofKey: 200, ofAll: 2_000 };

/**
 * Counts what programs call with their keys, and lists it. The first of a while is written at once; then it is one
 * statement every few seconds, however many came. What a process has not written when it is killed is gone, its count too.
 */
export type KeyRequests = {
  answered(call: KeyCall): void;
  close(): Promise<void>;
};

export function createKeyRequests(platform: Platform): KeyRequests {
  const system = platform.db.system.statements('keys');
  const writer = newId();
  /** By key and hour, until the hour is over: the whole count is written each time. */
  const counts = new Map<string, HourCount>();
  let changed = new Set<HourCount>();
  const lines: RequestLine[] = [];
  let linesOfKey = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function countOf({ clientId, keyId, atMs }: KeyCall): HourCount {
    const beginning = Math.floor(atMs / hourMs) * hourMs;
    const name = `${keyId} ${beginning}`;
    const count = counts.get(name) ?? { clientId, keyId, hourMs: beginning, requests: 0, refused: 0, unlisted: 0 };
    counts.set(name, count);
    return count;
  }

  function write(): void {
    timer = changed.size === 0 ? undefined : setTimeout(write, everyMs);
    if (timer !== undefined) writing = writing.then(flush);
  }

  async function flush(): Promise<void> {
    const counted = changed;
    const listed = lines.slice();
    changed = new Set();
    try {
      await noteKeyRequests(system, writer, [...counted], listed);
    } catch (error) {
      // Counts are whole and lines have ids: what did arrive is not there twice.
      for (const count of counted) changed.add(count);
      platform.log.warn({ err: error }, 'requests of API keys were not noted and are tried again');
      return;
    }
    lines.splice(0, listed.length);
    linesOfKey = new Map();
    for (const { keyId } of lines) linesOfKey.set(keyId, (linesOfKey.get(keyId) ?? 0) + 1);
    for (const [name, count] of counts) {
      if (count.hourMs + hourMs < Date.now() && !changed.has(count)) counts.delete(name);
    }
  }

  return {
    answered(call) {
      const count = countOf(call);
      count.requests++;
      if (call.status === null || call.status >= 400) count.refused++;
      const ofKey = linesOfKey.get(call.keyId) ?? 0;
      if (lines.length >= mostLines.ofAll || ofKey >= mostLines.ofKey) {
        count.unlisted++;
      } else {
        linesOfKey.set(call.keyId, ofKey + 1);
        lines.push({ ...call, id: newId() });
      }
      changed.add(count);
      if (timer === undefined) write();
    },
    async close() {
      clearTimeout(timer);
      write();
      clearTimeout(timer);
      await writing;
    },
  };
}

/** What programs called. */
export function keyRequestHandlers(platform: Platform): Handlers {
  return {
    'GET /api/api-key-requests': async ({ actor }, { query }) => {
      const from = readTimeCursor(query.cursor);
      const keyId = query.key_id ?? null;
      const [rows, unlisted] = await platform.db.withTenant(actor.clientId, (tx) =>
        Promise.all([
          listKeyRequests(tx, { keyId, kind: query.kind ?? 'all' }, from, query.limit + 1),
          countUnlisted(tx, keyId),
        ]),
      );
      const { shown, next } = timePage(rows, query.limit, ({ at, id }) => ({ at, id }));
      return { status: 200, body: { data: shown.map(presentRequest), next_cursor: next, unlisted } };
    },
  };
}

function presentRequest({ key_id: id, key_name: name, at, ...row }: KeyRequestRow): KeyRequest {
  return { ...row, at: at.toISOString(), key: { id, name } };
}
