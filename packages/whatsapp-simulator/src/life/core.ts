import type { Settled } from '../options.ts';
import type { Account, AccountStore } from '../storage/accounts.ts';
import type { Books } from '../storage/books.ts';
import type { MediaStore } from '../storage/media.ts';
import type { Message, MessageStore } from '../storage/messages.ts';
import type { OutboxStore } from '../storage/outbox.ts';
import type { PhoneStore } from '../storage/phones.ts';
import type { ReachedStore } from '../storage/reached.ts';
import type { Rates } from './rates.ts';
import type { Traffic } from './traffic.ts';
import type { Watchers } from './watchers.ts';

/** Everything one running simulator consists of. */
export interface Core {
  readonly settings: Settled;
  readonly books: Books;
  readonly accounts: AccountStore;
  readonly phones: PhoneStore;
  readonly messages: MessageStore;
  readonly outbox: OutboxStore;
  readonly media: MediaStore;
  readonly reached: ReachedStore;
  readonly rates: Rates;
  readonly traffic: Traffic;
  readonly watchers: Watchers;
  readonly lanes: Lanes;
  readonly links: Links;
  readonly scheduler: Scheduler;
  /** Address under which this process is reached, without a trailing slash. */
  baseUrl(): string;
}

/** Lets every message take its steps when they are due. One timer, none while nothing is due. */
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

/** Fetches the files that sends name by their web address. */
export interface Links {
  /** Whether the send waits for such files; it is due again once they are here. Inside `write`. */
  take(account: Account, message: Message): boolean;
  /** Gives up what is under way; the next process begins it anew. */
  stop(): void;
}

/** Sends every account's updates on its own lane, so that a slow one holds up nobody else. */
export interface Lanes {
  /** Something of this account may be due; it leaves after the account's small delay. */
  poke(account: Account): void;
  /** The account's address changed or came back: everything waiting is tried now. */
  hurry(account: Account): void;
  /** When the next try of an account is due at the earliest, by backing off from an address nobody listens on. */
  blockedUntilMs(account: Account): number;
  /** Takes up what was waiting when the process ended. */
  start(): void;
  /** Cuts what is under way; it stays in the books and is sent again by the next process. */
  stop(): void;
}
