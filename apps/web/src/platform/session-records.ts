import type { Tokens } from '@parley/contract/types';
import { type Claims, readClaims } from './claims.ts';
import { type AccountKey, accountKeyOf, type KeyValue, readJson } from './storage.ts';

/** One signed-in account of this browser. `expires_at` and `lifetime` in milliseconds, by this machine's clock. */
export type SessionRecord = {
  id_token: string;
  /** Only in a browser without cookies, where nothing outlives the page; elsewhere it is in a cookie. */
  refresh_token?: string | undefined;
  expires_at: number;
  lifetime: number;
};

export type StoredSession = { account: AccountKey; claims: Claims; record: SessionRecord };

const sessionPrefix = 'parley:session:';
const tabKey = 'parley:tab-account';
const lastKey = 'parley:last-account';
/** Prefix of the id of a session that was signed out here, which the server may not know. */
export const pendingSignOutPrefix = 'parley:owed:';

/**
 * Stores sessions: one record per account in localStorage, and this tab's account in sessionStorage, so that two tabs
 * may use two accounts. A new tab uses the account used last.
 */
export function sessionRecords(device: KeyValue, tab: KeyValue) {
  const read = (account: AccountKey): StoredSession | null => {
    const record = parseRecord(device.get(sessionPrefix + account));
    const claims = record && readClaims(record.id_token);
    return record && claims ? { account, claims, record } : null;
  };
  const all = (): StoredSession[] => {
    const keys = device.keys().filter((key) => key.startsWith(sessionPrefix));
    return keys.flatMap((key) => read(key.slice(sessionPrefix.length)) ?? []);
  };
  return {
    read,
    all,
    /** The session of this tab, or null. */
    current(): StoredSession | null {
      const account = tab.get(tabKey) ?? device.get(lastKey);
      return account === null ? null : read(account);
    },
    /** The account a `storage` event is about, or null when it is about something else. */
    accountOfKey(key: string | null): AccountKey | null {
      return key?.startsWith(sessionPrefix) ? key.slice(sessionPrefix.length) : null;
    },
    /** Stores new tokens. @returns null when the ID token cannot be parsed. */
    keep(tokens: Tokens, nowMs: number): StoredSession | null {
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
    /** Records a session that was signed out here. @returns removes the record, once the server has confirmed */
    owe(sid: string): () => void {
      device.set(pendingSignOutPrefix + sid, '');
      return () => device.remove(pendingSignOutPrefix + sid);
    },
  };
}

export type SessionRecords = ReturnType<typeof sessionRecords>;

function parseRecord(text: string | null): SessionRecord | null {
  const value = readJson(text);
  if (typeof value !== 'object' || value === null) return null;
  const { id_token, refresh_token, expires_at, lifetime } = value as Record<string, unknown>;
  if (typeof id_token !== 'string') return null;
  if (typeof expires_at !== 'number' || typeof lifetime !== 'number') return null;
  return { id_token, refresh_token: refresh_token as string | undefined, expires_at, lifetime };
}
