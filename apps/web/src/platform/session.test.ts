import type { Tokens } from '@parley/contract/types';
import { beforeEach, describe, expect, test } from 'vitest';
import { tokenWith } from '../testing/token-with.ts';
import { turnedClock } from '../testing/turned-clock.ts';
import { ApiError, NetworkError } from './errors.ts';
import { sendPendingSignOuts } from './pending-sign-outs.ts';
import { createSession, type SessionCalls, type SessionProof, type SessionState } from './session.ts';
import { sessionRecords } from './session-records.ts';
import { type KeyValue, memoryStorage } from './storage.ts';
import { createTabLock } from './tab-lock.ts';

const minute = 60_000;

type TokenServer = SessionCalls & {
  calls: string[];
  lifetimeSeconds: number;
  mode: 'up' | 'away' | 'broken' | 'refusing';
  clientId: string | null;
  valid: string;
  /** Why it refuses. */
  why?: string;
  /** Whether the server sets refresh tokens as cookies. */
  cookies: boolean;
  issue(clientId?: string | null, sid?: string): Tokens;
};

/** The token endpoint as a browser sees it: rotates refresh tokens, knows accounts, can be unreachable or refuse. */
function tokenServer(): TokenServer {
  let made = 0;
  const calls: string[] = [];
  const server: TokenServer = {
    calls,
    lifetimeSeconds: 900,
    mode: 'up',
    clientId: 'acc-1',
    valid: '',
    cookies: false,
    issue(clientId = server.clientId, sid = 'sid-1'): Tokens {
      made += 1;
      const claims = { uid: 'person', sid, ...(clientId ? { client_id: clientId, role: 'Owner' } : {}), made };
      server.valid = `refresh-${made}`;
      return {
        id_token: tokenWith(claims),
        ...(server.cookies ? {} : { refresh_token: server.valid }),
        expires_in: server.lifetimeSeconds,
      };
    },
    async refresh(proof: SessionProof): Promise<Tokens> {
      const { session_id: sid, refresh_token: refreshToken = server.valid } = proof;
      calls.push(`refresh ${proof.refresh_token ?? sid}`);
      await Promise.resolve();
      if (server.mode === 'away') throw new NetworkError('offline');
      if (server.mode === 'broken') throw refusal(503);
      if (server.mode === 'refusing' || refreshToken !== server.valid) throw refusal(401, server.why);
      return server.issue();
    },
    async switchTo(_: string, clientId: string): Promise<Tokens> {
      calls.push(`switch ${clientId}`);
      return server.issue(clientId, `sid-${clientId}`);
    },
    async signOut(proof: SessionProof): Promise<void> {
      calls.push(`sign-out ${proof.session_id}`);
      if (server.mode === 'away') throw new NetworkError('offline');
    },
  };
  return server;
}

function refusal(status: number, why?: string): ApiError {
  const code = status === 401 ? 'unauthorized' : 'unavailable';
  const data = why === undefined ? [] : [{ field: 'session_id', msg: why }];
  return new ApiError({ status, code, message: '', data, requestId: null, retryAfterSeconds: null });
}

let time: ReturnType<typeof turnedClock>;
let device: KeyValue;
let server: TokenServer;
let cleared: string[];
let locks: LockManager;

/** The used part of a browser's Web Locks: work under one name waits for its turn. */
function browserLocks() {
  const last = new Map<string, Promise<unknown>>();
  const request = (name: string, work: () => Promise<unknown>) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, turn);
    return turn;
  };
  return { request } as unknown as LockManager;
}

/** A tab: its own sessionStorage, the browser's localStorage and locks (`null` on plain http, where there are none). */
function openTab(tab = memoryStorage(), tabLocks: LockManager | null = locks) {
  const session = createSession({
    records: sessionRecords(device, tab),
    clock: time.clock,
    calls: server,
    tabLock: createTabLock(tabLocks ?? undefined, device, time.clock),
    clearAccount: async (account) => void cleared.push(account),
  });
  session.start();
  return session;
}

beforeEach(() => {
  time = turnedClock();
  device = memoryStorage();
  server = tokenServer();
  cleared = [];
  locks = browserLocks();
});

function client(state: SessionState): string | null {
  return state.status === 'signed-out' ? null : state.claims.client_id;
}

describe('renewing', () => {
  test('happens 5 minutes before the expiry, counted from expires_in', async () => {
    const session = openTab();
    session.signIn(server.issue());
    await time.pass(10 * minute - 1);
    expect(server.calls).toEqual([]);
    await time.pass(1000);
    expect(server.calls).toEqual(['refresh refresh-1']);
    await time.pass(10 * minute);
    expect(server.calls).toEqual(['refresh refresh-1', 'refresh refresh-2']);
  });

  test('happens at half time for a token valid under 10 minutes, so that it never loops', async () => {
    server.lifetimeSeconds = 240;
    const session = openTab();
    session.signIn(server.issue());
    await time.pass(2 * minute - 1);
    expect(server.calls).toEqual([]);
    await time.pass(60_000);
    expect(server.calls).toHaveLength(1);
  });

  test('continues after a reload from the stored session', async () => {
    const tab = memoryStorage();
    openTab(tab).signIn(server.issue());
    await time.pass(9 * minute);
    server.calls.length = 0;
    const reloaded = openTab(tab);
    expect(client(reloaded.state())).toBe('acc-1');
    await time.pass(minute + 1000);
    expect(server.calls[0]).toBe('refresh refresh-1');
  });

  test('is made up for after the machine slept', async () => {
    const session = openTab();
    session.signIn(server.issue());
    time.jump(20 * minute);
    session.noticeReturn();
    await time.pass(1000);
    expect(server.calls).toEqual(['refresh refresh-1']);
    expect(await session.token()).toBe(sessionRecords(device, memoryStorage()).read('acc-1:person')?.record.id_token);
  });

  test('serves all callers with one call', async () => {
    const session = openTab();
    session.signIn(server.issue());
    const outcomes = Promise.all([session.refresh(), session.refresh(), session.refresh()]);
    await time.pass(1000);
    expect(await outcomes).toEqual(['refreshed', 'refreshed', 'refreshed']);
    expect(server.calls).toHaveLength(1);
  });
});

describe('failing', () => {
  test.each(['away', 'broken'] as const)(
    'keeps the session while the server is %s, retrying after 30 s doubling to 16 min',
    async (mode) => {
      const session = openTab();
      session.signIn(server.issue());
      server.mode = mode;
      await time.pass(10 * minute);
      expect(session.state().status).toBe('reconnecting');
      const waits: number[] = [];
      for (let attempt = 0; attempt < 8; attempt++) {
        const wait = time.pending()[0] ?? 0;
        waits.push(wait / 1000);
        await time.pass(wait);
      }
      const expected = [30, 60, 120, 240, 480, 960, 960, 960];
      expect(waits).toEqual(expected);
      expect(client(session.state())).toBe('acc-1');
    },
  );

  test('happens immediately when the network is back', async () => {
    const session = openTab();
    session.signIn(server.issue());
    server.mode = 'away';
    await time.pass(10 * minute + 1000);
    server.mode = 'up';
    session.noticeReturn();
    await time.pass(1000);
    expect(session.state().status).toBe('active');
  });

  test('ends the session only when the token endpoint says 401', async () => {
    const session = openTab();
    const seen: string[] = [];
    session.signIn(server.issue());
    session.onChange((state) => seen.push(state.status));
    server.mode = 'refusing';
    await time.pass(10 * minute + 1000);
    expect(session.state()).toEqual({ status: 'signed-out' });
    expect(seen).toEqual(['signed-out']);
    expect(device.keys()).toEqual([]);
    expect(cleared).toEqual([]);
  });
});

test('a session that the server ended says why, until the next sign-in', async () => {
  const session = openTab();
  session.signIn(server.issue());
  expect(session.endedBecause()).toBeNull();
  server.mode = 'refusing';
  server.why = 'You ended this session on another device.';
  await session.refresh();
  expect(session.endedBecause()).toBe('You ended this session on another device.');
  session.signIn(server.issue());
  expect(session.endedBecause()).toBeNull();
});

describe('two tabs', () => {
  test.each(['with', 'without'])('renew once and share the result, %s Web Locks', async (kind) => {
    const tabLocks = kind === 'with' ? locks : null;
    const one = openTab(memoryStorage(), tabLocks);
    one.signIn(server.issue());
    const other = openTab(memoryStorage(), tabLocks);
    await time.pass(10 * minute + 2000);
    expect(server.calls).toEqual(['refresh refresh-1']);
    expect(await other.token()).toBe(await one.token());
    expect(other.state().status).toBe('active');
  });

  test('may be in two accounts, each with its own tokens', async () => {
    const one = openTab();
    one.signIn(server.issue());
    const other = openTab();
    await other.switchTo('acc-2');
    expect([client(one.state()), client(other.state())]).toEqual(['acc-1', 'acc-2']);
    one.noticeStorage(null);
    expect(client(one.state())).toBe('acc-1');
  });

  test('returning to an account with a stored session needs no call', async () => {
    const session = openTab();
    session.signIn(server.issue());
    await session.switchTo('acc-2');
    await session.switchTo('acc-1');
    expect(server.calls).toEqual(['switch acc-2']);
    expect(client(session.state())).toBe('acc-1');
  });

  test('signing out in one signs out the other', async () => {
    const one = openTab();
    one.signIn(server.issue());
    const other = openTab();
    await one.signOut();
    other.noticeStorage('parley:session:acc-1:person');
    expect(other.state()).toEqual({ status: 'signed-out' });
  });

  test('follow a session that a renewal moved to another account', async () => {
    const one = openTab();
    one.signIn(server.issue());
    const other = openTab();
    server.clientId = 'acc-9';
    void one.refresh();
    await time.pass(1000);
    other.noticeStorage('parley:session:acc-1:person');
    expect([client(one.state()), client(other.state())]).toEqual(['acc-9', 'acc-9']);
    expect(device.keys().filter((key) => key.startsWith('parley:session:'))).toEqual(['parley:session:acc-9:person']);
  });
});

describe('signing out', () => {
  test('deletes every account of the user on this device, also when the server is unreachable', async () => {
    const session = openTab();
    session.signIn(server.issue());
    await session.switchTo('acc-2');
    server.mode = 'away';
    await session.signOut();
    expect(session.state()).toEqual({ status: 'signed-out' });
    expect(cleared.sort()).toEqual(['acc-1:person', 'acc-2:person']);
    expect(device.keys()).toEqual(['parley:owed:sid-1', 'parley:owed:sid-acc-2']);
    expect(time.pending()).toEqual([]);
  });
});

describe('with a refresh token cookie', () => {
  beforeEach(() => {
    server.cookies = true;
  });
  const everythingStored = () => device.keys().map((key) => device.get(key));

  test('stores no token that renews where scripts can read it, and names the session instead', async () => {
    const session = openTab();
    session.signIn(server.issue());
    await time.pass(10 * minute + 1000);
    expect(server.calls).toEqual(['refresh sid-1']);
    expect(JSON.stringify(everythingStored())).not.toMatch(/refresh/);
  });

  test('two tabs in two accounts each renew their own session', async () => {
    const one = openTab();
    one.signIn(server.issue());
    const other = openTab();
    await other.switchTo('acc-2');
    server.calls.length = 0;
    await one.refresh();
    server.clientId = 'acc-2';
    await other.refresh();
    expect(server.calls).toEqual(['refresh sid-1', 'refresh sid-acc-2']);
  });

  test('a sign-out that did not reach the server is repeated when it is back', async () => {
    const session = openTab();
    session.signIn(server.issue());
    server.mode = 'away';
    await session.signOut();
    expect(session.state()).toEqual({ status: 'signed-out' });
    expect(server.calls).toEqual(['sign-out sid-1']);
    const tell = () => sendPendingSignOuts(device, (session_id) => server.signOut({ session_id }));
    await tell();
    expect(device.keys()).toEqual(['parley:owed:sid-1']);
    server.mode = 'up';
    await tell();
    expect(device.keys()).toEqual([]);
  });
});
