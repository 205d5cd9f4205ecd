import pg from 'pg';
import {
  type ConnectionParts,
  clientConfig,
  createPool,
  executorOn,
  type PoolEvents,
  transaction,
} from './connection.ts';
import { type FaultRecord, noting } from './faults.ts';
import type { Executor, Transaction } from './sql.ts';
import type { SystemCaller } from './system-callers.ts';

const connectWithinMs = 10_000;

/** The role that crosses accounts. Each use names its caller. */
export type SystemDb = {
  transaction<T>(caller: SystemCaller, fn: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Single statements without a transaction. */
  statements(caller: SystemCaller): Executor;
  /**
   * A dedicated connection outside the pool, for a writer that keeps one. The caller ends it.
   * @param options.pipeline false for COPY, which needs the connection for itself
   */
  connect(caller: SystemCaller, options?: { pipeline: boolean }): Promise<pg.Client>;
  close(): Promise<void>;
};

export function createSystemDb(parts: ConnectionParts, max: number, events: PoolEvents, faults: FaultRecord): SystemDb {
  const pool = createPool(parts, max, events);
  const statements = executorOn(pool as unknown as pg.ClientBase);
  const pooled: Executor = {
    rows: <R>(...call: Parameters<Executor['rows']>) => noting(faults, () => statements.rows<R>(...call)),
    run: (...call) => noting(faults, () => statements.run(...call)),
  };
  return {
    transaction: (_caller, fn) => noting(faults, () => transaction(pool, { first: [], readOnly: false }, fn)),
    statements: () => pooled,
    async connect(_caller, { pipeline } = { pipeline: true }) {
      const client = new pg.Client({
        ...clientConfig(parts),
        pipeline,
        application_name: 'parley',
        connectionTimeoutMillis: connectWithinMs,
      } as pg.ClientConfig);
      client.on('error', events.onError);
      await noting(faults, () => client.connect());
      return client;
    },
    close: () => pool.end(),
  };
}
