import type { Socket } from 'node:net';
import pg from 'pg';
import { type ConnectionParts, clientConfig, streamOf } from './connection.ts';

/**
 * Connects, asks one question and leaves. A pool would wait for its own connections, and a hung database would keep
 * them.
 * @param onHeard called when anything comes back
 * @throws when the answer does not come within the time
 */
export async function probe(parts: ConnectionParts, withinMs: number, onHeard: () => void): Promise<void> {
  const client = new pg.Client({ ...clientConfig(parts), application_name: 'parley probe' });
  client.on('error', () => undefined); // The question fails with it.
  const socket = streamOf(client) as Socket;
  socket.on('data', onHeard);
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
    void client.end().catch(() => undefined);
  } catch (error) {
    answer.catch(() => undefined); // The race is decided.
    // A hung database does not answer the end of a connection either.
    streamOf(client).destroy();
    throw error;
  } finally {
    clearTimeout(timeout);
  }
}
