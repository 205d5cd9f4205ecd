import type { AddressInfo } from 'node:net';
import { buildApp, type ParleyApp } from '../app.ts';
import { openDatabase } from '../platform/db/database.ts';
import { findRoleNames } from '../platform/db/roles-repo.ts';
import { createSharedNotifier } from '../platform/notifier.ts';
import type { Platform } from '../platform/platform.ts';
import { createProcessSession, standaloneProcess } from '../platform/processes/process-monitor.ts';
import type { Secrets } from '../platform/secrets.ts';
import { type TestDatabase, testDatabase } from './database.ts';

export type TestServer = TestDatabase & { app: ParleyApp; url: string };

export type ServerOptions = {
  env?: Record<string, string>;
  /** One of several processes on one database: leases are waited for, notifications are sent through the database. */
  withOtherAccounts?: boolean;
  /** The owner's URL of the migrated database to copy, on another PostgreSQL than the run's. */
  templateUrl?: string;
  /** The public URL, a proxy's for instance; default its own. */
  publicUrl?: string;
  /** The key for sealing and deriving; default a new one. */
  secrets?: Secrets;
};

/** The whole server on a new database, listening on a free port, with responses validated against the contract. */
export async function testServer(options: ServerOptions = {}): Promise<TestServer> {
  const database = await testDatabase(options);
  const started = await startOn(database, options.withOtherAccounts === true, options.publicUrl);
  return {
    ...database,
    ...started,
    async close() {
      await started.close();
      await database.close();
    },
  };
}

/** Another server on the database of a first one, like a second process: separate connections, shared notifications. */
export async function serverBeside(first: TestServer): Promise<TestServer> {
  const { owner } = first;
  const place = { host: owner.host, port: owner.port, database: owner.database ?? '' };
  const roles = await findRoleNames(owner);
  const db = openDatabase({
    app: { ...place, user: roles.app },
    system: { ...place, user: roles.system },
    onError: () => undefined, // A lost connection rejects the query that runs on it.
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

async function startOn(database: TestDatabase, withOtherAccounts: boolean, publicUrl?: string): Promise<Started> {
  const { owner } = database;
  const { system: user } = await findRoleNames(owner);
  const parts = { host: owner.host, port: owner.port, database: owner.database ?? '', user };
  const session = createProcessSession();
  const signal = withOtherAccounts
    ? await createSharedNotifier(parts, database.platform.log, session.attach)
    : database.platform.notifier;
  let url = '';
  const platform: Platform = {
    ...database.platform,
    notifier: signal,
    serverProcess: withOtherAccounts ? session : standaloneProcess,
    publicUrl: () => publicUrl ?? url,
    localUrl: () => url,
  };
  const app = await buildApp(platform, { soleProcess: !withOtherAccounts, checkResponses: true, web: false });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  app.startWorkers();
  return {
    app,
    platform,
    url,
    async close() {
      await app.close();
      if (withOtherAccounts) await signal.close();
    },
  };
}
