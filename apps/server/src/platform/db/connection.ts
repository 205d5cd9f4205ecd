import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { parameters } from './array-parameters.ts';
import type { Executor, Statement, Transaction } from './sql.ts';

/** A pool's connection settings; the same for a socket folder and a host. */
export type ConnectionParts = {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
  ssl?: boolean;
};

/** The driver's connection settings; every connection of the server uses them, so that none lacks TLS. */
export function clientConfig({ ssl, ...parts }: ConnectionParts): pg.ClientConfig {
  return { ...parts, ssl: ssl === true ? { rejectUnauthorized: true } : undefined };
}

/** What a pool tells: errors of connections, and that bytes came from the database. */
export type PoolEvents = { onError: (error: Error) => void; onHeard: () => void };

/**
 * The roles' own time limits are shorter, so the database has answered before, if only with an error: this connection is
 * dead, as after a failover that closed none.
 */
const deadAfterMs = 330_000;

/**
 * A pool of pipelined connections: statements of one transaction are sent without waiting for each other's results. A
 * connection belongs to one transaction from BEGIN until the response to COMMIT.
 * @param max connections at most
 */
export function createPool(parts: ConnectionParts, max: number, { onError, onHeard }: PoolEvents): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(parts),
    max,
    pipeline: true,
    // An idle connection costs the database about 2 MB, and 9 MB once it has asked what every feature asks.
    idleTimeoutMillis: 5_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'parley',
  } as pg.PoolConfig);
  // Without this listener a pool ends the process when the database restarts (57P01).
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    const socket = streamOf(client) as Socket;
    socket.on('data', onHeard);
    socket.setTimeout(deadAfterMs, () => socket.destroy(new Error('the database does not answer this connection')));
  });
  return pool;
}

/** The socket of a connection. */
export function streamOf(client: pg.ClientBase): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream;
}

/** The statements of a client as an executor. */
export function executorOn(client: pg.ClientBase): Executor {
  const run = (statement: Statement, values: readonly unknown[] = []) =>
    client.query({ name: statement.name, text: statement.text, values: parameters(values) });
  return {
    async rows<R>(statement: Statement, values?: readonly unknown[]) {
      return (await run(statement, values)).rows as R[];
    },
    async run(statement, values) {
      return (await run(statement, values)).rowCount ?? 0;
    },
  };
}

/** A transaction ended without a successful COMMIT, although no statement reported an error to the caller. */
export class NotCommitted extends Error {}

const transient = new Set(['40001', '40P01']);

export type TransactionStart = {
  /** Sent together with BEGIN. */
  first: ReadonlyArray<{ text: string; name: string; values: unknown[] }>;
  /** The database refuses to write, and the result is returned without waiting for COMMIT. */
  readOnly: boolean;
};

/**
 * Runs `fn` in one transaction, and makes up to three attempts, a moment apart, after a deadlock or serialization
 * failure, so `fn` must only touch the database.
 */
export async function transaction<T>(
  pool: pg.Pool,
  opening: TransactionStart,
  fn: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(pool, opening, fn);
    } catch (error) {
      const code = error instanceof Error ? (error as { code?: string }).code : undefined;
      if (attempt >= 3 || code === undefined || !transient.has(code)) throw error;
      // At once, it could take its locks again before the one it collided with has woken up, and collide again.
      await delay(randomInt(20, 100) * attempt);
    }
  }
}

async function once<T>(pool: pg.Pool, opening: TransactionStart, fn: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const commit = beginOn(client, opening);
  try {
    const result = await fn(transactionOn(client, commit));
    commit.send();
    const committed = commit.answered();
    if (opening.readOnly) {
      // The connection belongs to this transaction until COMMIT is answered, even when it is not awaited.
      committed.then(
        () => client.release(),
        () => rollBack(client),
      );
      return result;
    }
    await committed;
    client.release();
    return result;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

type Commit = { readonly isSent: boolean; send(): void; answered(): Promise<void> };

function beginOn(client: pg.PoolClient, { first, readOnly }: TransactionStart): Commit {
  batchWrites(client);
  // Not awaited: they are sent with the first statement. If one fails, the transaction is aborted or the connection
  // lost, so everything after it fails as well and COMMIT does not succeed.
  const begun = Promise.all([
    client.query(readOnly ? 'BEGIN READ ONLY' : 'BEGIN'),
    ...first.map((query) => client.query(query)),
  ]);
  begun.catch(() => undefined);
  let sent: Promise<void> | undefined;
  async function commit(): Promise<void> {
    batchWrites(client);
    const answer = await client.query('COMMIT');
    await begun;
    if (answer.command !== 'COMMIT') throw new NotCommitted('the transaction was rolled back');
  }
  return {
    get isSent() {
      return sent !== undefined;
    },
    send() {
      sent ??= commit();
      sent.catch(() => undefined); // The end of the transaction waits for it, after the statements before it.
    },
    async answered() {
      await sent;
    },
  };
}

function transactionOn(client: pg.PoolClient, commit: Commit): Transaction {
  const statements = executorOn(client);
  const alive = () => {
    if (commit.isSent) throw new Error('a statement came after the last one of its transaction');
    batchWrites(client);
  };
  const executor: Executor = {
    rows(statement, values) {
      alive();
      return statements.rows(statement, values);
    },
    run(statement, values) {
      alive();
      return statements.run(statement, values);
    },
  };
  const final: Executor = {
    rows<R>(statement: Statement, values?: readonly unknown[]) {
      const answer = executor.rows<R>(statement, values);
      commit.send();
      return answer;
    },
    run(statement, values) {
      const answer = executor.run(statement, values);
      commit.send();
      return answer;
    },
  };
  return { ...executor, final };
}

async function rollBack(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('ROLLBACK');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : new Error(String(error)));
  }
}

const gathering = new WeakSet<Duplex>();

/**
 * Writes to a connection within one tick are sent in one system call, which costs as much as all other work of a
 * small statement (measured: half of the server's processor time when every message had its own).
 */
function batchWrites(client: pg.ClientBase): void {
  const stream = streamOf(client);
  if (gathering.has(stream)) return;
  gathering.add(stream);
  stream.cork();
  process.nextTick(() => {
    gathering.delete(stream);
    stream.uncork();
  });
}
