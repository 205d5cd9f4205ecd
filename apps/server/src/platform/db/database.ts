import type pg from 'pg';
import { type ConnectionParts, createPool, transaction } from './connection.ts';
import type { TenantTx } from './sql.ts';
import { createSystemDb, type SystemDb } from './system-db.ts';

const setClient = "select set_config('app.client_id', $1, true)";

export type Database = {
  /**
   * One transaction in which only `clientId`'s rows exist; the only way to the app role.
   * @param options.readOnly the database refuses to write; spares the round trip of COMMIT
   * @throws whatever `fn` throws; NotCommitted when COMMIT did not take effect
   */
  withTenant<T>(clientId: string, fn: (tx: TenantTx) => Promise<T>, options?: { readOnly?: boolean }): Promise<T>;
  system: SystemDb;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  app: ConnectionParts;
  system: ConnectionParts;
  appConnections?: number;
  systemConnections?: number;
  onError: (error: Error) => void;
};

/** Opens the two small pools. Connections are made when first needed. */
export function openDatabase(options: DatabaseOptions): Database {
  const appPool: pg.Pool = createPool(options.app, options.appConnections ?? 8, options.onError);
  const system = createSystemDb(options.system, options.systemConnections ?? 6, options.onError);
  return {
    withTenant(clientId, fn, { readOnly = false } = {}) {
      const first = [{ name: 'set_client', text: setClient, values: [clientId] }];
      return transaction(appPool, { first, readOnly }, (tx) => fn({ ...tx, clientId }));
    },
    system,
    async close() {
      await Promise.all([appPool.end(), system.close()]);
    },
  };
}
