import type { Tokens } from '@parley/contract/types';
import type { Claims } from './claims.ts';
import type { Clock } from './clock.ts';
import { ApiError, NetworkError } from './errors.ts';
import type { SessionRecords, StoredSession } from './session-records.ts';
import type { AccountKey } from './storage.ts';
import type { TabLock } from './tab-lock.ts';

/** The specification's times: tokens are renewed 5 minutes early, retries wait 30 s, doubling to 16 min. */
export const refreshEarlyMs = 5 * 60_000;
export const backoffMs = { first: 30_000, last: 16 * 60_000 } as const;

/** A token this close to its end is not sent: the call could reach the server too late. */
const staleMs = 10_000;

export type SessionState =
  | { status: 'signed-out' }
  /** `reconnecting`: renewing fails because there is no answer; the session is kept, calls may fail. */
  | { status: 'active' | 'reconnecting'; account: AccountKey; claims: Claims };

export type RefreshOutcome = 'refreshed' | 'ended' | 'unreachable';

/** What renews and ends a session: its cookie, or the token where there are no cookies. */
export type SessionProof = { session_id: string; refresh_token?: string | undefined };

/** The calls of a session; they throw ApiError and NetworkError. */
export type SessionCalls = {
  refresh(proof: SessionProof): Promise<Tokens>;
  switchTo(idToken: string, clientId: string): Promise<Tokens>;
  /** Ends the session on the server, also when its ID token has expired. */
  signOut(proof: SessionProof): Promise<unknown>;
};

export type SessionDependencies = {
  records: SessionRecords;
  calls: SessionCalls;
  clock: Clock;
  tabLock: TabLock;
  /** Deletes everything stored in this browser for an account besides the session. */
  clearAccount(account: AccountKey): Promise<void>;
};

export type Session = ReturnType<typeof createSession>;

/**
 * The session of this tab. Renews the ID token, one refresh at a time across tabs; only a 401 of the token endpoint or
 * a sign-out ends it.
 */
export function createSession(parts: SessionDependencies) {
  const { records, calls, clock } = parts;
  const listeners = new Set<(state: SessionState) => void>();
  let kept: StoredSession | null = records.current();
  let reconnecting = false;
  let failures = 0;
  let endReason: string | null = null;
  let timer: number | null = null;
  let ending = new AbortController();
  let running: { stale: string; outcome: Promise<RefreshOutcome> } | null = null;

  const state = (): SessionState =>
    kept
      ? { status: reconnecting ? 'reconnecting' : 'active', account: kept.account, claims: kept.claims }
      : { status: 'signed-out' };

  function become(next: StoredSession | null, nextReconnecting = false): void {
    const before = JSON.stringify(state());
    kept = next;
    reconnecting = next !== null && nextReconnecting;
    if (!nextReconnecting) failures = 0;
    schedule();
    const after = state();
    if (JSON.stringify(after) !== before) for (const listener of [...listeners]) listener(after);
  }

  function schedule(): void {
    if (timer !== null) clock.clearTimer(timer);
    timer = null;
    if (!kept) return;
    const waitMs = failures > 0 ? retryMs(failures) : Math.max(0, dueAt(kept) - clock.now());
    timer = clock.setTimer(() => void refresh(), waitMs);
  }

  /** Renews the token of this tab's session, together with any renewal in progress. */
  function refresh(stale = kept?.record.id_token): Promise<RefreshOutcome> {
    if (!kept || stale === undefined) return Promise.resolve('ended');
    if (running?.stale === stale) return running.outcome;
    const account = kept.account;
    const outcome = parts
      .tabLock(`parley:refresh:${account}`, () => renew(account, stale))
      .finally(() => {
        if (running?.outcome === outcome) running = null;
      });
    running = { stale, outcome };
    return outcome;
  }

  /** Runs under the lock, so that a renewal by another tab is simply used. */
  async function renew(account: AccountKey, stale: string): Promise<RefreshOutcome> {
    const found = records.read(account) ?? successorOf(account);
    if (!found) {
      if (kept?.account === account) end();
      return 'ended';
    }
    if (found.record.id_token !== stale) {
      adopt(account, found);
      return 'refreshed';
    }
    try {
      const renewed = records.keep(await calls.refresh(proofOf(found)), clock.now());
      if (!renewed) throw new NetworkError('offline', new Error('The token in the answer cannot be read.'));
      if (renewed.account !== account) records.forget(account);
      adopt(account, renewed);
      return 'refreshed';
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        records.forget(account);
        if (kept?.account === account) {
          endReason = error.data.find(({ field }) => field === 'session_id')?.msg ?? null;
          end();
        }
        return 'ended';
      }
      if (kept?.account === account) {
        failures += 1;
        become(kept, true);
      }
      return 'unreachable';
    }
  }

  function adopt(account: AccountKey, next: StoredSession): void {
    if (kept?.account !== account) return;
    if (next.account !== account) records.enter(next.account);
    become(next);
  }

  /**
   * A refresh can move a session to another account (a membership ended); it is found by its session id, which stays.
   */
  function successorOf(account: AccountKey): StoredSession | null {
    if (kept?.account !== account || kept.claims.sid === '') return null;
    const { sid } = kept.claims;
    return records.all().find((other) => other.claims.sid === sid) ?? null;
  }

  function end(): void {
    records.leave();
    ending.abort();
    ending = new AbortController();
    become(null);
  }

  return {
    state,
    refresh,

    /**
     * Aborted when the session ends. The server would refuse calls that are on their way then, and their answers are of
     * no use.
     */
    ended: () => ending.signal,

    /** Calls the listener after every change of state. @returns unsubscribes it */
    onChange(listener: (state: SessionState) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    /** Starts timely renewal; called once, when the app starts. */
    start(): void {
      if (kept) records.enter(kept.account);
      schedule();
    },

    /**
     * The ID token to send, renewed first when it is about to expire; null when signed out. Without an answer, the old
     * token is returned and the server decides.
     */
    async token(): Promise<string | null> {
      if (kept && kept.record.expires_at - clock.now() <= staleMs) await refresh();
      return kept?.record.id_token ?? null;
    },

    /** Stores the tokens of a sign-in. @throws Error when the ID token cannot be parsed */
    signIn(tokens: Tokens): void {
      const next = records.keep(tokens, clock.now());
      if (!next) throw new Error('The ID token cannot be read.');
      records.enter(next.account);
      endReason = null;
      become(next);
    },

    /** Why the server ended the session that this tab had, in its words; null when it did not say. */
    endedBecause: () => endReason,

    /**
     * Switches this tab to another account of the same user; other tabs are unaffected. @throws ApiError, NetworkError
     */
    async switchTo(clientId: string): Promise<void> {
      if (!kept || kept.claims.client_id === clientId) return;
      const { uid } = kept.claims;
      const known = records.all().find(({ claims }) => claims.uid === uid && claims.client_id === clientId);
      if (known) {
        records.enter(known.account);
        become(known);
        return;
      }
      const token = await this.token();
      if (token !== null) this.signIn(await calls.switchTo(token, clientId));
    },

    /**
     * Signs the user out of this browser: every account they are signed in to here, with all stored data. Notifies the
     * server if it is reachable, without waiting for it otherwise.
     */
    async signOut(): Promise<void> {
      if (!kept) return;
      const { uid } = kept.claims;
      const mine = records.all().filter(({ claims }) => claims.uid === uid);
      for (const { account } of mine) records.forget(account);
      end();
      // Only the server can remove a cookie; unconfirmed sign-outs are repeated later, see `pending-sign-outs.ts`.
      const farewells = mine.map((each) =>
        calls.signOut(proofOf(each)).then(records.owe(each.claims.sid), () => undefined),
      );
      await Promise.all([...farewells, ...mine.map(({ account }) => parts.clearAccount(account))]);
    },

    /**
     * Ends the session because the server no longer accepts it, even after a renewal. Stored data of the account is
     * kept.
     */
    expire(): void {
      if (!kept) return;
      records.forget(kept.account);
      end();
    },

    /** Another tab changed the stored sessions (a `storage` event). */
    noticeStorage(key: string | null): void {
      if (!kept) return;
      const { account } = kept;
      if (key !== null && records.accountOfKey(key) !== account) return;
      const found = records.read(account) ?? successorOf(account);
      if (!found) end();
      else if (found.record.id_token !== kept.record.id_token) adopt(account, found);
    },

    /** The page is visible again, or back online: a sleeping machine may have missed its timer. */
    noticeReturn(): void {
      if (kept && (reconnecting || dueAt(kept) <= clock.now())) void refresh();
    },
  };
}

function proofOf({ claims, record }: StoredSession): SessionProof {
  return { session_id: claims.sid, refresh_token: record.refresh_token };
}

/** When a token is renewed: 5 minutes before its end, or at half time for one that lives under 10 minutes. */
function dueAt({ record }: StoredSession): number {
  return record.expires_at - Math.min(refreshEarlyMs, record.lifetime / 2);
}

/** The delay after the n-th failure in a row: 30 s, 1 min, 2 min … 16 min. */
export function retryMs(failures: number): number {
  return Math.min(backoffMs.first * 2 ** (failures - 1), backoffMs.last);
}
