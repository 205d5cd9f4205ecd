import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { putAccount } from './control/accounts.ts';
import type { AccountInput } from './control-types.ts';
import { stopCalls } from './engine/calls.ts';
import type { Core } from './engine/core.ts';
import { createLinks } from './engine/links.ts';
import { createRates } from './engine/rates.ts';
import { resumeReviews, stopReviews } from './engine/reviews.ts';
import { createScheduler } from './engine/scheduler.ts';
import { createTraffic } from './engine/traffic.ts';
import { createWatchers } from './engine/watchers.ts';
import { createHttpServer } from './http/server.ts';
import { resolveOptions, type SimulatorOptions } from './options.ts';
import { type AccountStore, createAccountStore } from './storage/accounts.ts';
import { type Database, openStorage } from './storage/database.ts';
import { createMediaStore } from './storage/media.ts';
import { createMessageStore } from './storage/messages.ts';
import { createOutboxStore } from './storage/outbox.ts';
import { createPhoneStore } from './storage/phones.ts';
import { createReachedStore } from './storage/reached.ts';
import { createSealing } from './storage/sealing.ts';
import { createDeliveryQueues } from './webhooks/delivery-queues.ts';

/** A running simulator. */
export interface Simulator {
  readonly port: number;
  /** `http://host:port`; the Graph API is below `/simulator/v{N}.0` and `/v{N}.0`. */
  readonly url: string;
  /**
   * Registers or changes an account, as the operator's call does.
   * @throws ControlFault a wrong field, or a token of another account
   */
  registerAccount(phoneNumberId: string, input: AccountInput): void;
  /** Accounts registered, also by an earlier process on the same file. */
  countAccounts(): number;
  /** Stops it: open polls are answered, the database closed. Webhooks in flight are sent again by the next process. */
  close(): Promise<void>;
}

/**
 * Starts a simulator in this process. Several may run side by side, each with its own database.
 * @throws Error with a readable message when the port or the file is in use
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const settings = resolveOptions(options);
  const database = openStorage(settings.data, settings.onFatal);
  const accounts = openAccounts(database, settings.keys);
  let url = '';
  const core: Core = {
    settings,
    database: database,
    accounts,
    phones: createPhoneStore(database),
    messages: createMessageStore(database),
    outbox: createOutboxStore(database),
    media: createMediaStore(database),
    reached: createReachedStore(database),
    rates: createRates(settings.limits),
    traffic: createTraffic(),
    watchers: createWatchers(database),
    baseUrl: () => url,
    get deliveryQueues() {
      return queues;
    },
    get links() {
      return links;
    },
    get scheduler() {
      return scheduler;
    },
  };
  const queues = createDeliveryQueues(core);
  const links = createLinks(core);
  const scheduler = createScheduler(core);
  const server = createHttpServer(core);
  try {
    server.listen(settings.port, settings.host);
    await once(server, 'listening');
  } catch (cause) {
    database.close();
    throw new Error(`cannot listen on ${settings.host}:${settings.port}: ${String(cause)}`, { cause });
  }
  const { port } = server.address() as AddressInfo;
  url = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`;
  database.write(() => {
    core.media.dropOrphans();
    core.messages.hurryLinked(Date.now());
  });
  queues.start();
  scheduler.start();
  resumeReviews(core);
  return {
    port,
    url,
    registerAccount(phoneNumberId, input) {
      putAccount(core, phoneNumberId, { ...input });
    },
    countAccounts: () => core.accounts.list().length,
    close: () => shutDown(core, server),
  };
}

/** @throws Error when the accounts are sealed with a key that is not given; the file is closed then */
function openAccounts(database: Database, keys: readonly string[]): AccountStore {
  try {
    return createAccountStore(database, createSealing(keys));
  } catch (error) {
    database.close();
    throw error;
  }
}

async function shutDown(core: Core, server: ReturnType<typeof createHttpServer>): Promise<void> {
  core.scheduler.stop();
  stopReviews(core);
  stopCalls(core);
  core.deliveryQueues.stop();
  core.links.stop();
  core.watchers.stop();
  const closed = once(server, 'close');
  server.close();
  // Running requests get a moment to end; idle connections would delay the end by a minute.
  server.closeIdleConnections();
  const hurry = setTimeout(() => server.closeAllConnections(), 500);
  await closed;
  clearTimeout(hurry);
  core.database.close();
}
