import pg from 'pg';
import { type ConnectionParts, clientConfig } from './connection.ts';

/**
 * Connects, asks one question and leaves. A pool would wait for its own connections, and a hung database would keep
 * them.
 * @throws when the answer does not come within the time
 */
export async function probe(parts: ConnectionParts, withinMs: number): Promise<void> {
  const client = new pg.Client({
    ...clientConfig(parts),
    application_name: 'parley probe',
    connectionTimeoutMillis: withinMs,
  });
  client.on('error', () => undefined); // The question fails with it.
  let timeout: NodeJS.Timeout | undefined;
  const answer = (async () => {
    await client.connect();
    await client.query('select 1');
  })();
  const timedOut = new Promise<never>((_resolve, reject) => {
    timeout = setTimeout(() => reject(new Error(`no answer within ${withinMs} ms`)), withinMs);
  });
  try {
    await Promise.race([answer, timedOut]);
  } finally {
    clearTimeout(timeout);
    answer.catch(() => undefined); // The race is decided.
    // Not awaited: a hung database does not answer the end of a connection either.
    void client.end().catch(() => undefined);
    (client as unknown as { connection: { stream: { unref?(): void; destroy(): void } } }).connection.stream.unref?.();
  }
}
