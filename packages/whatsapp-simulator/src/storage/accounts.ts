import type { Faults, Permission, Throughput, Timing, WebhookHabits } from '../control-types.ts';
import type { Template } from '../graph/sample-templates.ts';
import type { Books } from './books.ts';
import { freshNumber, type NumberState } from './number-state.ts';

/** Templates an account made, and what became of the samples it began with. */
export interface OwnTemplates {
  made: Template[];
  changed: Record<string, Partial<Template>>;
}

/** What an account keeps besides its keys. */
export interface AccountSettings {
  app_secret: string;
  verify_token: string | null;
  /** Digits without plus. */
  display_phone_number: string;
  verified_name: string;
  webhook_url: string | null;
  override_callback_uri: string | null;
  /** The number's own address, which wins over both others. */
  number_callback_uri: string | null;
  subscribed: boolean;
  throughput: Throughput;
  windows: boolean;
  pair_limit: boolean;
  registered: boolean;
  number: NumberState;
  templates: OwnTemplates;
  permissions: Permission[];
  allowed_recipients: string[] | null;
  clock_offset_ms: number;
  faults: Faults;
  timing: Timing;
  webhooks: WebhookHabits;
}

/** One sandbox account: a token, a WhatsApp Business account and its one number. */
export interface Account extends AccountSettings {
  /** Row number; every other table refers to it. */
  readonly key: number;
  readonly phone_number_id: string;
  token: string;
  waba_id: string;
}

/** An account that has only the samples. */
export function noTemplates(): OwnTemplates {
  return { made: [], changed: {} };
}

/** All accounts, held in memory and written through. Call the writing ones inside `books.write`. */
export interface AccountStore {
  list(): Account[];
  findByKey(key: number): Account | null;
  findByToken(token: string): Account | null;
  findByNumberId(phoneNumberId: string): Account | null;
  insert(phoneNumberId: string, token: string, wabaId: string, settings: AccountSettings): Account;
  /** Writes the account as it now is. */
  save(account: Account): void;
  remove(account: Account): void;
}

/** Reads all accounts and prepares the statements. */
export function createAccountStore(books: Books): AccountStore {
  const { db } = books;
  const insert = db.prepare('insert into accounts (phone_number_id, token, waba_id, settings) values (?, ?, ?, ?)');
  const update = db.prepare('update accounts set token = ?, waba_id = ?, settings = ? where key = ?');
  const remove = db.prepare('delete from accounts where key = ?');
  const byKey = new Map<number, Account>();
  for (const row of db.prepare('select * from accounts order by key').all()) {
    // Books of an earlier version know nothing of what the number remembers now.
    const {
      number,
      templates,
      number_callback_uri = null,
      ...settings
    } = JSON.parse(String(row.settings)) as AccountSettings;
    const filled = {
      ...settings,
      number_callback_uri,
      number: { ...freshNumber(), ...number },
      templates: templates ?? noTemplates(),
    };
    const account: Account = { ...filled, ...keysOf(row) };
    byKey.set(account.key, account);
  }
  const find = (matches: (account: Account) => boolean) => byKey.values().find(matches) ?? null;
  const byToken = new Map([...byKey.values()].map((account) => [account.token, account]));

  return {
    list: () => [...byKey.values()],
    findByKey: (key) => byKey.get(key) ?? null,
    findByToken: (token) => byToken.get(token) ?? null,
    findByNumberId: (phoneNumberId) => find((account) => account.phone_number_id === phoneNumberId),
    insert(phoneNumberId, token, wabaId, settings) {
      const { lastInsertRowid } = insert.run(phoneNumberId, token, wabaId, JSON.stringify(settings));
      const account = {
        ...settings,
        key: Number(lastInsertRowid),
        phone_number_id: phoneNumberId,
        token,
        waba_id: wabaId,
      };
      byKey.set(account.key, account);
      byToken.set(token, account);
      return account;
    },
    save(account) {
      const { key, phone_number_id: _id, token, waba_id: wabaId, ...settings } = account;
      update.run(token, wabaId, JSON.stringify(settings), key);
      for (const [old, holder] of byToken) if (holder === account && old !== token) byToken.delete(old);
      byToken.set(token, account);
    },
    remove(account) {
      remove.run(account.key);
      byKey.delete(account.key);
      byToken.delete(account.token);
    },
  };
}

function keysOf(row: Record<string, unknown>) {
  return {
    key: Number(row.key),
    phone_number_id: String(row.phone_number_id),
    token: String(row.token),
    waba_id: String(row.waba_id),
  };
}

/** The account's clock, in milliseconds since 1970. */
export function clockOf(account: Account): number {
  return Date.now() + account.clock_offset_ms;
}
