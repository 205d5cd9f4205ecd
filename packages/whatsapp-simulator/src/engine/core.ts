import type { ResolvedOptions } from '../options.ts';
import type { Account, AccountStore } from '../storage/accounts.ts';
import type { Database } from '../storage/database.ts';
import type { MediaStore } from '../storage/media.ts';
import type { Message, MessageStore } from '../storage/messages.ts';
import type { OutboxStore } from '../storage/outbox.ts';
import type { PhoneStore } from '../storage/phones.ts';
import type { ReachedStore } from '../storage/reached.ts';
import type { Rates } from './rates.ts';
import type { Traffic } from './traffic.ts';
import type { Watchers } from './watchers.ts';

/** The parts of one running simulator. */
export interface Core {
  readonly settings: ResolvedOptions;
  readonly database: Database;
  readonly accounts: AccountStore;
  readonly phones: PhoneStore;
  readonly messages: MessageStore;
  readonly outbox: OutboxStore;
  readonly media: MediaStore;
  readonly reached: ReachedStore;
  readonly rates: Rates;
  readonly traffic: Traffic;
  readonly watchers: Watchers;
  readonly deliveryQueues: DeliveryQueues;
  readonly links: Links;
  readonly scheduler: Scheduler;
  /** URL of this process, without a trailing slash. */
  baseUrl(): string;
}

/** Lets every message take its steps when due. One timer, none while nothing is due. */
export interface Scheduler {
  /** Something is due at this time. */
  arm(dueMs: number): void;
  /** When a send accepted now is sent; never before an earlier one to the same phone. */
  sendDueMs(account: Account, phone: string): number;
  /** When a message sent now reaches the phone; never before an earlier one. */
  deliveryDueMs(account: Account, phone: string): number;
  start(): void;
  stop(): void;
}

/** Fetches the files that sends name by URL. */
export interface Links {
  /** Whether the send waits for such files; it is due again once they are stored. Inside `write`. */
  take(account: Account, message: Message): boolean;
  /** Aborts work in progress; the next process starts it again. */
  stop(): void;
}

/** Sends every account's updates on its own delivery queue, so that a slow one delays no other. */
export interface DeliveryQueues {
  /** An update of this account may be due; it is sent after the account's small delay. */
  notify(account: Account): void;
  /** The account's URL changed or is back: everything waiting is sent now. */
  deliverNow(account: Account): void;
  /** When the next attempt of an account is due at the earliest, after its URL refused connections. */
  blockedUntilMs(account: Account): number;
  /** Resumes waiting updates of an earlier process. */
  start(): void;
  /** Aborts updates in flight; they stay in the database and are sent again by the next process. */
  stop(): void;
}
