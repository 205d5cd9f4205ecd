import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { parameters } from '../../../platform/db/lists.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';

/** A delivery as it came, not yet understood. */
export type RawDelivery = { channelId: string; clientId: string; body: Buffer };
/** A delivery on disk, at its place in the order of commit. */
export type StoredDelivery = RawDelivery & { seq: number; receivedAt: Date };

/** Stores deliveries before they are answered. */
export type RawStore = {
  /**
   * Resolves when the bytes are on disk.
   * @throws AppError('unavailable') when the list is full or the database does not answer: the sender tries again
   */
  put(delivery: RawDelivery): Promise<void>;
  close(): Promise<void>;
};

type Pending = RawDelivery & { resolve: () => void; reject: (error: unknown) => void };

/** Past these the answer is 503, so that memory stays bounded when the database is slow. */
const pendingLimit = 20_000;
const pendingBytesLimit = 128 * 1_048_576;
/** One flush at most: rows and bytes of one insert. */
const flushRows = 1_000;
const flushBytes = 16 * 1_048_576;
/**
 * After a flush of so many rows the next ones gather for a moment: under a steady stream small flushes would take the
 * processor away from those who answer. A larger flush says that enough gather by themselves.
 */
const streamRows = { from: 8, below: 32 };
const gatherMs = 6;

// All bodies travel as one binary value, cut apart by the database: a list of byte strings would travel as hex.
const insertText = `insert into webhook_events (lane, seq, channel_id, client_id, body)
  select $1, x.seq, x.channel_id, x.client_id, substring($2::bytea from x.start for x.length)
  from unnest($3::bigint[], $4::uuid[], $5::uuid[], $6::int[], $7::int[]) as x(seq, channel_id, client_id, start, length)`;

/**
 * Group commit: whatever arrived while the last insert ran goes into the next, on one connection of its own. Order of
 * sequence is order of commit. A lost connection begins a new lane, because what it last wrote is uncertain.
 * @param onStored called in commit order with what is on disk now
 */
export function createRawStore(platform: Platform, onStored: (lane: number, rows: StoredDelivery[]) => void): RawStore {
  const holder = newId();
  let waiting: Pending[] = [];
  let waitingBytes = 0;
  let inFlight: Promise<void> | undefined;
  let connection: { client: pg.Client; lane: number; next: number } | undefined;
  let closed = false;

  async function connect(): Promise<NonNullable<typeof connection>> {
    const client = await platform.db.system.connect('intake');
    client.on('end', () => {
      if (connection?.client === client) connection = undefined;
    });
    const made = await client.query<{ lane: number }>(
      `insert into intake_lanes (holder, lease_until) values ($1, now() + interval '30 seconds') returning lane`,
      [holder],
    );
    const lane = made.rows[0]?.lane;
    if (lane === undefined) throw new Error('no intake lane was made');
    return { client, lane, next: 1 };
  }

  async function insert(rows: Pending[]): Promise<{ lane: number; stored: StoredDelivery[] }> {
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
        name: 'webhook_events_insert',
        text: insertText,
        values: parameters([
          current.lane,
          Buffer.concat(rows.map((row) => row.body)),
          rows.map((_row, index) => first + index),
          rows.map((row) => row.channelId),
          rows.map((row) => row.clientId),
          starts,
          rows.map((row) => row.body.length),
        ]),
      });
    } catch (error) {
      // Whether this group was written is not known: its numbers may be taken, so the lane ends here.
      if (connection === current) connection = undefined;
      current.client.end().catch(() => undefined);
      throw error;
    }
    current.next = first + rows.length;
    return {
      lane: current.lane,
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
      const { lane, stored } = await insert(rows);
      for (const row of rows) row.resolve();
      onStored(lane, stored);
    } catch (error) {
      if (rows.length > 1 && !isConnectionTrouble(error)) {
        // One row the database refuses must not take a whole group along.
        for (const row of rows) await flush([row]);
        return;
      }
      platform.log.warn({ err: error }, 'a delivery could not be stored, the sender will try again');
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
      if (rows.length >= streamRows.from && rows.length < streamRows.below) await delay(gatherMs);
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

/** Errors of classes 08, 53 and 57, and those without a code at all, are about the connection, not about a row. */
function isConnectionTrouble(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || /^(08|53|57)/.test(code);
}
