import type { Tokens } from '@parley/contract/types';
import { type Claims, readClaims } from './claims.ts';
import { type AccountKey, accountKeyOf, type KeyValue, readJson } from './storage.ts';

/** One signed-in account of this browser. `expires_at` and `lifetime` in milliseconds, by this machine's clock. */
export type SessionRecord = {
  id_token: string;
  refresh_token: string;
  expires_at: number;
  lifetime: number;
};

export type KeptSession = { account: AccountKey; claims: Claims; record: SessionRecord };

const sessionPrefix = 'parley:session:';
const tabKey = 'parley:tab-account';
const lastKey = 'parley:last-account';

/**
 * Where sessions are kept: one record per account in localStorage, and in sessionStorage the account this tab is in, so
 * that two tabs may be in two accounts. A new tab takes the account used last.
 */
export function sessionRecords(device: KeyValue, tab: KeyValue) {
  const read = (account: AccountKey): KeptSession | null => {
    const record = parseRecord(device.get(sessionPrefix + account));
    const claims = record && readClaims(record.id_token);
    return record && claims ? { account, claims, record } : null;
  };
  const all = (): KeptSession[] => {
    const keys = device.keys().filter((key) => key.startsWith(sessionPrefix));
    return keys.flatMap((key) => read(key.slice(sessionPrefix.length)) ?? []);
  };
  return {
    read,
    all,
    /** The session of this tab, or null. */
    current(): KeptSession | null {
      const account = tab.get(tabKey) ?? device.get(lastKey);
      return account === null ? null : read(account);
    },
    /** The account a `storage` event speaks of, or null when it is about something else. */
    accountOfKey(key: string | null): AccountKey | null {
      return key?.startsWith(sessionPrefix) ? key.slice(sessionPrefix.length) : null;
    },
    /** Keeps new tokens. @returns null when the ID token cannot be read. */
    keep(tokens: Tokens, nowMs: number): KeptSession | null {
      const claims = readClaims(tokens.id_token);
      if (!claims) return null;
      const lifetime = tokens.expires_in * 1000;
      const record: SessionRecord = {
        id_token: tokens.id_token,
        refresh_token: tokens.refresh_token,
        expires_at: nowMs + lifetime,
        lifetime,
      };
      const account = accountKeyOf(claims);
      device.set(sessionPrefix + account, JSON.stringify(record));
      return { account, claims, record };
    },
    /** Makes an account the one of this tab and of tabs opened later. */
    enter(account: AccountKey): void {
      tab.set(tabKey, account);
      device.set(lastKey, account);
    },
    forget(account: AccountKey): void {
      device.remove(sessionPrefix + account);
      if (device.get(lastKey) === account) device.remove(lastKey);
    },
    leave(): void {
      tab.remove(tabKey);
    },
  };
}

export type SessionRecords = ReturnType<typeof sessionRecords>;

function parseRecord(text: string | null): SessionRecord | null {
  const value = readJson(text);
  if (typeof value !== 'object' || value === null) return null;
  const { id_token, refresh_token, expires_at, lifetime } = value as Record<string, unknown>;
  if (typeof id_token !== 'string' || typeof refresh_token !== 'string') return null;
  if (typeof expires_at !== 'number' || typeof lifetime !== 'number') return null;
  return { id_token, refresh_token, expires_at, lifetime };
}
