import type { Faults, Permission, Throughput, Timing, WebhookSettings } from '../control-types.ts';
import type { Template } from '../graph/sample-templates.ts';
import type { Database } from './database.ts';
import { createNumberState, type NumberState } from './number-state.ts';
import type { Sealing } from './sealing.ts';

/** Templates that an account created, and changes of its samples. */
export interface AccountTemplates {
  made: Template[];
  changed: Record<string, Partial<Template>>;
}

/** The state of an account besides its keys. */
export interface AccountSettings {
  app_secret: string;
  verify_token: string | null;
  /** Digits without plus. */
  display_phone_number: string;
  verified_name: string;
  webhook_url: string | null;
  override_callback_uri: string | null;
  /** The number's own URL, which takes precedence over both others. */
  number_callback_uri: string | null;
  subscribed: boolean;
  throughput: Throughput;
  windows: boolean;
  pair_limit: boolean;
  registered: boolean;
  number: NumberState;
  templates: AccountTemplates;
  permissions: Permission[];
  allowed_recipients: string[] | null;
  clock_offset_ms: number;
  faults: Faults;
  timing: Timing;
  webhooks: WebhookSettings;
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
export function noTemplates(): AccountTemplates {
  return { made: [], changed: {} };
}

/** All accounts, cached in memory and written through. Call the writing ones inside `database.write`. */
export interface AccountStore {
  list(): Account[];
  findByKey(key: number): Account | null;
  findByToken(token: string): Account | null;
  findByNumberId(phoneNumberId: string): Account | null;
  insert(phoneNumberId: string, token: string, wabaId: string, settings: AccountSettings): Account;
  /** Saves the account's current state. */
  save(account: Account): void;
  remove(account: Account): void;
}

/** Reads all accounts and prepares the statements. Tokens and settings are sealed in the file. */
export function createAccountStore(database: Database, sealing: Sealing): AccountStore {
  const { db } = database;
  resealAccounts(database, sealing);
  const insert = db.prepare('insert into accounts (phone_number_id, token, waba_id, settings) values (?, ?, ?, ?)');
  const update = db.prepare('update accounts set token = ?, waba_id = ?, settings = ? where key = ?');
  const remove = db.prepare('delete from accounts where key = ?');
  const byKey = new Map<number, Account>();
  for (const row of db.prepare('select * from accounts order by key').all()) {
    // A database of an earlier version lacks newer properties of the number.
    const {
      number,
      templates,
      number_callback_uri = null,
      ...settings
    } = JSON.parse(sealing.open(String(row.settings), settingsOf(row.phone_number_id))) as AccountSettings;
    const filled = {
      ...settings,
      number_callback_uri,
      number: { ...createNumberState(), ...number },
      templates: templates ?? noTemplates(),
    };
    const token = sealing.open(String(row.token), tokenOf(row.phone_number_id));
    const account: Account = { ...filled, ...keysOf(row), token };
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
      const { lastInsertRowid } = insert.run(
        phoneNumberId,
        sealing.seal(token, tokenOf(phoneNumberId)),
        wabaId,
        sealing.seal(JSON.stringify(settings), settingsOf(phoneNumberId)),
      );
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
      const { key, phone_number_id: id, token, waba_id: wabaId, ...settings } = account;
      update.run(sealing.seal(token, tokenOf(id)), wabaId, sealing.seal(JSON.stringify(settings), settingsOf(id)), key);
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

const tokenOf = (phoneNumberId: unknown) => `accounts.token ${phoneNumberId}`;
const settingsOf = (phoneNumberId: unknown) => `accounts.settings ${phoneNumberId}`;

/** Seals what is readable or sealed with an earlier key, and leaves nothing of it in the file. */
function resealAccounts({ db }: Database, sealing: Sealing): void {
  const rows = db.prepare('select key, phone_number_id, token, settings from accounts').all();
  const stale = rows.filter((row) => sealing.isStale(String(row.token)) || sealing.isStale(String(row.settings)));
  if (stale.length === 0) return;
  const update = db.prepare('update accounts set token = ?, settings = ? where key = ?');
  db.exec('pragma secure_delete = on; begin immediate');
  try {
    for (const { key, phone_number_id: id, token, settings } of stale) {
      update.run(
        sealing.seal(sealing.open(String(token), tokenOf(id)), tokenOf(id)),
        sealing.seal(sealing.open(String(settings), settingsOf(id)), settingsOf(id)),
        Number(key),
      );
    }
    db.exec('commit');
  } catch (error) {
    db.exec('rollback');
    throw error;
  }
  db.exec('pragma wal_checkpoint(truncate); pragma secure_delete = off');
}

function keysOf(row: Record<string, unknown>) {
  return {
    key: Number(row.key),
    phone_number_id: String(row.phone_number_id),
    waba_id: String(row.waba_id),
  };
}

/** The account's clock, in milliseconds since 1970. */
export function clockOf(account: Account): number {
  return Date.now() + account.clock_offset_ms;
}
