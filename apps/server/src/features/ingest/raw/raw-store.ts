import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { parameters } from '../../../platform/db/array-parameters.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';

/** A delivery as it arrived. */
export type RawDelivery = { channelId: string; clientId: string; body: Buffer };
/** A stored delivery, numbered in commit order. */
export type StoredDelivery = RawDelivery & { seq: number; receivedAt: Date };

/** Stores deliveries before they are acknowledged. */
export type RawStore = {
  /**
   * Resolves when the bytes are on disk.
   * @throws AppError('unavailable') when the queue is full or the database does not answer: the sender tries again
   */
  put(delivery: RawDelivery): Promise<void>;
  close(): Promise<void>;
};

type Pending = RawDelivery & { resolve: () => void; reject: (error: unknown) => void };

/** With more waiting the answer is 503, so that memory stays bounded while the database is slow. */
const pendingLimit = 20_000;
const pendingBytesLimit = 128 * 1_048_576;
/** The most rows and bytes of one insert. */
const flushRows = 1_000;
const flushBytes = 16 * 1_048_576;
/**
 * After a flush of this many rows the next one waits a moment to grow: under a steady stream small flushes would take
 * processor time from requests. After a larger one waiting would gain nothing.
 */
const streamRows = { from: 8, below: 32 };
const batchDelayMs = 6;

// All bodies are sent as one binary value and split by the database: a list of byte strings would be sent as hex.
const insertText = `insert into webhook_events (partition, seq, channel_id, client_id, body)
  select $1, x.seq, x.channel_id, x.client_id, substring($2::bytea from x.start for x.length)
  from unnest($3::bigint[], $4::uuid[], $5::uuid[], $6::int[], $7::int[]) as x(seq, channel_id, client_id, start, length)`;

/**
 * Group commit: deliveries that arrive during an insert go into the next one, on one dedicated connection. Sequence
 * order is commit order. A lost connection begins a new partition, because it is unknown whether its last insert was
 * committed.
 * @param onStored called in commit order with the stored deliveries
 */
export function createRawStore(
  platform: Platform,
  onStored: (partition: number, rows: StoredDelivery[]) => void,
): RawStore {
  let waiting: Pending[] = [];
  let waitingBytes = 0;
  let inFlight: Promise<void> | undefined;
  let connection: { client: pg.Client; partition: number; next: number } | undefined;
  let closed = false;

  async function connect(): Promise<NonNullable<typeof connection>> {
    const client = await platform.db.system.connect('ingest');
    client.on('end', () => {
      if (connection?.client === client) connection = undefined;
    });
    try {
      // Held by nobody: a worker that misses the notification of its first delivery finds it at its next poll.
      const made = await client.query<{ partition: number }>(
        'insert into ingest_partitions (holder, lease_until) values (gen_random_uuid(), now()) returning partition',
      );
      const partition = made.rows[0]?.partition;
      if (partition === undefined) throw new Error('no ingest partition was created');
      return { client, partition, next: 1 };
    } catch (error) {
      // Each of the sender's attempts would leave another connection behind.
      client.end().catch(() => undefined);
      throw error;
    }
  }

  async function insert(rows: Pending[]): Promise<{ partition: number; stored: StoredDelivery[] }> {
    connection ??= await connect();
    const current = connection;
    const first = current.next;
    const starts: number[] = [];
    let offset = 1;
    for (const row of rows) {
      starts.push(offset);
      offset += row.body.length;
    }
    const receivedAt = new Date();
    try {
      await current.client.query({
        name: 'ingest.insert_deliveries',
        text: insertText,
        values: parameters([
          current.partition,
          Buffer.concat(rows.map((row) => row.body)),
          rows.map((_row, index) => first + index),
          rows.map((row) => row.channelId),
          rows.map((row) => row.clientId),
          starts,
          rows.map((row) => row.body.length),
        ]),
      });
    } catch (error) {
      // It is unknown whether this group was committed: its numbers may be taken, so the partition ends here.
      if (connection === current) connection = undefined;
      current.client.end().catch(() => undefined);
      throw error;
    }
    current.next = first + rows.length;
    return {
      partition: current.partition,
      stored: rows.map((row, index) => ({
        channelId: row.channelId,
        clientId: row.clientId,
        body: row.body,
        seq: first + index,
        receivedAt,
      })),
    };
  }

  async function flush(rows: Pending[]): Promise<void> {
    try {
      const { partition, stored } = await insert(rows);
      for (const row of rows) row.resolve();
      onStored(partition, stored);
    } catch (error) {
      if (rows.length > 1 && !isConnectionError(error)) {
        // A row that the database refuses must not fail the others.
        for (const row of rows) await flush([row]);
        return;
      }
      platform.db.faults.note(error);
      platform.log.warn({ err: error }, 'ingest: a delivery could not be stored, the sender will try again');
      for (const row of rows) row.reject(new AppError('unavailable', { cause: error }));
    }
  }

  function take(): Pending[] {
    let bytes = 0;
    let count = 0;
    while (
      count < waiting.length &&
      count < flushRows &&
      (count === 0 || bytes + (waiting[count]?.body.length ?? 0) <= flushBytes)
    ) {
      bytes += waiting[count]?.body.length ?? 0;
      count++;
    }
    const rows = waiting.slice(0, count);
    waiting = waiting.slice(count);
    waitingBytes -= bytes;
    return rows;
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const rows = take();
      await flush(rows);
      if (rows.length >= streamRows.from && rows.length < streamRows.below) await delay(batchDelayMs);
    }
    inFlight = undefined;
  }

  return {
    put(delivery) {
      if (closed || waiting.length >= pendingLimit || waitingBytes + delivery.body.length > pendingBytesLimit) {
        return Promise.reject(new AppError('unavailable', { retryAfterS: 1 }));
      }
      return new Promise((resolve, reject) => {
        waiting.push({ ...delivery, resolve, reject });
        waitingBytes += delivery.body.length;
        inFlight ??= run();
      });
    },
    async close() {
      closed = true;
      await inFlight;
      await connection?.client.end();
    },
  };
}

/** Errors of classes 08, 53, 55 and 57, and those without a code, concern the connection or the table, not a row. */
function isConnectionError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || /^(08|53|55|57)/.test(code);
}
