import type { ApiKeyCall } from '../../platform/http/routing.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { type HourCount, type RequestLine, recordKeyRequests } from './key-requests-repo.ts';

const everyMs = 3_000;
const hourMs = 3_600_000;
/**
 * The maximum number of lines waiting to be written, of one key and in total; further ones are counted but not
 * listed.
 */
const mostLines = { ofKey: 200, ofAll: 2_000 };

/**
 * Counts and lists the requests of API keys. The first after a pause is written immediately; after that one statement
 * every few seconds, whatever their number. Unwritten requests and counts are lost when the process is killed.
 */
export type KeyRequestRecorder = {
  answered(call: ApiKeyCall): void;
  close(): Promise<void>;
};

export function createKeyRequestRecorder(platform: Platform): KeyRequestRecorder {
  const system = platform.db.system.statements('keys');
  const writer = newId();
  /** By key and hour, until the hour is over: the total is written each time. */
  const counts = new Map<string, HourCount>();
  let changed = new Set<HourCount>();
  const lines: RequestLine[] = [];
  let linesOfKey = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function countOf({ clientId, keyId, atMs }: ApiKeyCall): HourCount {
    const beginning = Math.floor(atMs / hourMs) * hourMs;
    const name = `${keyId} ${beginning}`;
    const count = counts.get(name) ?? {
      clientId,
      keyId,
      hourMs: beginning,
      requests: 0,
      refused: 0,
      unlogged: 0,
      assistant: 0,
    };
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
      await recordKeyRequests(system, writer, [...counted], listed);
    } catch (error) {
      // Totals and ids make repeated writes harmless.
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
      if (call.internal) count.assistant++;
      if (call.status === null || call.status >= 400) count.refused++;
      const ofKey = linesOfKey.get(call.keyId) ?? 0;
      if (lines.length >= mostLines.ofAll || ofKey >= mostLines.ofKey) {
        count.unlogged++;
      } else {
        linesOfKey.set(call.keyId, ofKey + 1);
        const { internal: assistant, ...line } = call;
        lines.push({ ...line, assistant, id: newId() });
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
