import pg from 'pg';
import { type ConnectionParts, clientConfig, createPool, executorOn, transaction } from './connection.ts';
import type { Executor, Transaction } from './sql.ts';
import type { SystemCaller } from './system-callers.ts';

/** The role that crosses accounts. Each use names its caller. */
export type SystemDb = {
  transaction<T>(caller: SystemCaller, fn: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Single statements without a transaction. */
  statements(caller: SystemCaller): Executor;
  /** A dedicated connection outside the pool, for a writer that keeps one. The caller ends it. */
  connect(caller: SystemCaller): Promise<pg.Client>;
  close(): Promise<void>;
};

export function createSystemDb(parts: ConnectionParts, max: number, onError: (error: Error) => void): SystemDb {
  const pool = createPool(parts, max, onError);
  const pooled: Executor = executorOn(pool as unknown as pg.ClientBase);
  return {
    transaction: (_caller, fn) => transaction(pool, { first: [], readOnly: false }, fn),
    statements: () => pooled,
    async connect() {
      const client = new pg.Client({
        ...clientConfig(parts),
        pipeline: true,
        application_name: 'parley',
      } as pg.ClientConfig);
      client.on('error', onError);
      await client.connect();
      return client;
    },
    close: () => pool.end(),
  };
}
