import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { putAccount } from './control/accounts.ts';
import type { AccountInput } from './control-types.ts';
import { createHttpServer } from './http/server.ts';
import type { Core } from './life/core.ts';
import { createLinks } from './life/links.ts';
import { createRates } from './life/rates.ts';
import { resumeReviews } from './life/reviews.ts';
import { createScheduler } from './life/scheduler.ts';
import { createTraffic } from './life/traffic.ts';
import { createWatchers } from './life/watchers.ts';
import { type SimulatorOptions, settleOptions } from './options.ts';
import { createAccountStore } from './storage/accounts.ts';
import { openBooks } from './storage/books.ts';
import { createMediaStore } from './storage/media.ts';
import { createMessageStore } from './storage/messages.ts';
import { createOutboxStore } from './storage/outbox.ts';
import { createPhoneStore } from './storage/phones.ts';
import { createReachedStore } from './storage/reached.ts';
import { createLanes } from './webhooks/lanes.ts';

/** A simulator that listens. */
export interface Simulator {
  readonly port: number;
  /** `http://host:port`; the Graph surface is below `/simulator/v{N}.0` and `/v{N}.0`. */
  readonly url: string;
  /**
   * Registers or changes an account, as the operator's call does.
   * @throws ControlFault a wrong field, or a token somebody else holds
   */
  registerAccount(phoneNumberId: string, input: AccountInput): void;
  /** Accounts registered, also by an earlier process on the same file. */
  countAccounts(): number;
  /** Ends it: open polls are answered, the books closed. Webhooks under way are sent again by the next process. */
  close(): Promise<void>;
}

/**
 * Starts a simulator in this process. Several may run beside each other, each with its own books.
 * @throws Error in plain words when the port or the file is taken
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const settings = settleOptions(options);
  const books = openBooks(settings.data, settings.onFatal);
  let url = '';
  const core: Core = {
    settings,
    books,
    accounts: createAccountStore(books),
    phones: createPhoneStore(books),
    messages: createMessageStore(books),
    outbox: createOutboxStore(books),
    media: createMediaStore(books),
    reached: createReachedStore(books),
    rates: createRates(settings.limits),
    traffic: createTraffic(),
    watchers: createWatchers(books),
    baseUrl: () => url,
    get lanes() {
      return lanes;
    },
    get links() {
      return links;
    },
    get scheduler() {
      return scheduler;
    },
  };
  const lanes = createLanes(core);
  const links = createLinks(core);
  const scheduler = createScheduler(core);
  const server = createHttpServer(core);
  try {
    server.listen(settings.port, settings.host);
    await once(server, 'listening');
  } catch (cause) {
    books.close();
    throw new Error(`cannot listen on ${settings.host}:${settings.port}: ${String(cause)}`, { cause });
  }
  const { port } = server.address() as AddressInfo;
  url = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`;
  books.write(() => {
    core.media.dropOrphans();
    core.messages.hurryLinked(Date.now());
  });
  lanes.start();
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

async function shutDown(core: Core, server: ReturnType<typeof createHttpServer>): Promise<void> {
  core.scheduler.stop();
  core.lanes.stop();
  core.links.stop();
  core.watchers.stop();
  const closed = once(server, 'close');
  server.close();
  // What is being answered gets a moment; idle connections would hold the server open for a minute.
  server.closeIdleConnections();
  const hurry = setTimeout(() => server.closeAllConnections(), 500);
  await closed;
  clearTimeout(hurry);
  core.books.close();
}
