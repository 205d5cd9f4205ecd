import type pg from 'pg';
import { type ConnectionParts, createPool, transaction } from './connection.ts';
import { createFairQueue } from './fair-queue.ts';
import { createFaultRecord, type Fault, type FaultRecord, noting } from './faults.ts';
import { probe } from './ping-repo.ts';
import { type Silence, watchSilence } from './silence.ts';
import type { TenantTx } from './sql.ts';
import { createSystemDb, type SystemDb } from './system-db.ts';

/** The number of connections that one account may use at once: the others stay free for other accounts. */
const mostOfOneAccount = 5;
/** A safeguard against an account whose transactions wait for each other. */
const turnWithinMs = 5_000;

const setClient = "select set_config('app.client_id', $1, true)";

export type Database = {
  /**
   * One transaction that can see only `clientId`'s rows; the only use of the app role.
   * @param options.readOnly the database refuses to write; saves the round trip of COMMIT
   * @throws errors of `fn`; NotCommitted when COMMIT did not succeed
   */
  withTenant<T>(clientId: string, fn: (tx: TenantTx) => Promise<T>, options?: { readOnly?: boolean }): Promise<T>;
  system: SystemDb;
  /** Faults of the disk or the database that statements met. */
  readonly faults: FaultRecord;
  /** Whether it answers at all. */
  readonly silence: Pick<Silence, 'ask' | 'unlessSilent'>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  app: ConnectionParts;
  system: ConnectionParts;
  appConnections?: number;
  systemConnections?: number;
  onError: (error: Error) => void;
  onFault?: (fault: Fault) => void;
};

/** Opens the two small pools. Connections are opened when first needed. */
export function openDatabase(options: DatabaseOptions): Database {
  const faults = createFaultRecord(options.onFault ?? (() => undefined));
  const silence = watchSilence((withinMs) => probe(options.system, withinMs, silence.heard));
  const events = { onError: options.onError, onHeard: silence.heard };
  const appPool: pg.Pool = createPool(options.app, options.appConnections ?? 8, events);
  const system = createSystemDb(options.system, options.systemConnections ?? 6, events, faults);
  const turns = createFairQueue(mostOfOneAccount, turnWithinMs);
  return {
    withTenant(clientId, fn, { readOnly = false } = {}) {
      const first = [{ name: 'set_client', text: setClient, values: [clientId] }];
      const work = () => transaction(appPool, { first, readOnly }, (tx) => fn({ ...tx, clientId }));
      return turns.run(clientId, () => noting(faults, work));
    },
    system,
    faults,
    silence,
    async close() {
      silence.close();
      await Promise.all([appPool.end(), system.close()]);
    },
  };
}
