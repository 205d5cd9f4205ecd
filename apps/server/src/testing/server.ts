import type { AddressInfo } from 'node:net';
import { buildApp, type ParleyApp } from '../app.ts';
import { openDatabase } from '../platform/db/database.ts';
import type { Platform } from '../platform/platform.ts';
import type { Secrets } from '../platform/secrets.ts';
import { sharedSignal } from '../platform/signal.ts';
import { type TestDatabase, testDatabase } from './database.ts';

export type TestServer = TestDatabase & { app: ParleyApp; url: string };

export type ServerOptions = {
  env?: Record<string, string>;
  /** One of several processes on one database: leases are waited for, hints travel through the database. */
  amongOthers?: boolean;
  /** Owner's address of the migrated database to copy, on another PostgreSQL than the run's. */
  templateUrl?: string;
  /** The address the world has for it, a proxy's for instance; default its own. */
  publicUrl?: string;
  /** What seals and derives; default a key of its own. */
  secrets?: Secrets;
};

/** The whole server on a database of its own, listening on a free port, answers checked against the contract. */
export async function testServer(options: ServerOptions = {}): Promise<TestServer> {
  const database = await testDatabase(options);
  const started = await startOn(database, options.amongOthers === true, options.publicUrl);
  return {
    ...database,
    ...started,
    async close() {
      await started.close();
      await database.close();
    },
  };
}

/** Another server on the database of a first one, as a second process would be: own connections, shared hints. */
export async function serverBeside(first: TestServer): Promise<TestServer> {
  const { owner } = first;
  const place = { host: owner.host, port: owner.port, database: owner.database ?? '' };
  const db = openDatabase({
    app: { ...place, user: 'parley_app' },
    system: { ...place, user: 'parley_system' },
    onError: () => undefined, // a lost connection fails the query that runs on it
  });
  const started = await startOn({ ...first, platform: { ...first.platform, db } }, true);
  return {
    ...first,
    ...started,
    async close() {
      await started.close();
      await db.close();
    },
  };
}

type Started = Pick<TestServer, 'app' | 'platform' | 'url'> & { close(): Promise<void> };

async function startOn(database: TestDatabase, amongOthers: boolean, publicUrl?: string): Promise<Started> {
  const { owner } = database;
  const parts = { host: owner.host, port: owner.port, database: owner.database ?? '', user: 'parley_system' };
  const signal = amongOthers ? await sharedSignal(parts, database.platform.log) : database.platform.signal;
  let url = '';
  const platform: Platform = { ...database.platform, signal, publicUrl: () => publicUrl ?? url, localUrl: () => url };
  const app = await buildApp(platform, { soleProcess: !amongOthers, checkResponses: true, web: false });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  app.startWorkers();
  return {
    app,
    platform,
    url,
    async close() {
      await app.close();
      if (amongOthers) await signal.close();
    },
  };
}
