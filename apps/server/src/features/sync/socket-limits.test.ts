import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSyncConnection, type SyncConnection, signInSyncConnection } from '../../testing/sync-connection.ts';
import { testWorld, type World } from '../../testing/world.ts';
import { createSocketLimits } from './socket-limits.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const member = { clientId: 'account', uid: 'member' };

/** Sends until the server has had enough, as fast as the network takes it. @returns how many frames */
async function flood(live: SyncConnection, frame: string, most: number): Promise<number> {
  let sent = 0;
  while (sent < most && live.socket.readyState === live.socket.OPEN) {
    const failed = await new Promise<Error | null | undefined>((resolve) => live.socket.send(frame, resolve));
    if (failed != null) break;
    sent += 1;
  }
  return sent;
}

test('a connection that sends frames without end is closed with 4429; those of others go on', async () => {
  const [live, other] = [
    await signInSyncConnection(world.server.url, world.token),
    await signInSyncConnection(world.server.url, world.token),
  ];
  const large = JSON.stringify({
    type: 'topics',
    add: Array.from({ length: 380 }, () => `presence:${'x'.repeat(30)}`),
  });
  expect(large.length).toBeGreaterThan(15_000);
  expect(await flood(live, large, 24_000)).toBeLessThan(2_000);
  expect(await live.closed).toEqual({ code: 4429, reason: 'too many frames' });
  other.send({ type: 'token', token: world.token });
  other.send({ type: 'topics', add: [] });
  expect(other.socket.readyState).toBe(other.socket.OPEN);
  other.close();
});

test('so is one that has not signed in', async () => {
  const live = await openSyncConnection(world.server.url);
  const token = JSON.stringify({ type: 'auth', token: 'x'.repeat(15_000), cursor: null });
  for (let n = 0; n < 20; n++) live.send(token);
  expect([4401, 4429]).toContain((await live.closed).code);
});

test('a member has at most 50 connections; a closed one makes room', async () => {
  const open = await Promise.all(Array.from({ length: 50 }, () => signInSyncConnection(world.server.url, world.token)));
  const one = await openSyncConnection(world.server.url);
  one.send({ type: 'auth', token: world.token, cursor: null });
  expect(await one.closed).toEqual({ code: 4429, reason: 'too many connections' });
  const [first] = open;
  first?.socket.close();
  await first?.closed;
  open.push(await signInSyncConnection(world.server.url, world.token));
  for (const live of open) live.close();
});

test('frames a second are counted for a connection, a member and an account', () => {
  const limits = createSocketLimits();
  const takenBy = (uids: string[]) => {
    const meters = uids.map((uid) => {
      const meter = limits.open();
      meter.enter({ clientId: 'one', uid });
      return meter;
    });
    let taken = 0;
    for (const meter of meters) {
      for (let handled = meter.take(100); handled !== null; handled = meter.take(100)) {
        handled();
        taken += 1;
      }
    }
    return taken;
  };
  const ofOne = takenBy(['a']);
  expect(ofOne).toBeGreaterThanOrEqual(400);
  expect(ofOne).toBeLessThan(1_000);
  expect(takenBy(Array.from({ length: 10 }, () => 'b'))).toBeLessThan(3 * ofOne + 200);
  expect(takenBy(Array.from({ length: 60 }, (_, n) => `c${n}`))).toBeLessThan(12_000);
});

test('bytes that wait are counted for a connection and a member, and given back when they are handled', () => {
  const limits = createSocketLimits();
  const meters = Array.from({ length: 6 }, () => limits.open());
  for (const meter of meters) meter.enter(member);
  const [first] = meters;
  const taken = meters.map((meter) => meter.take(60_000));
  expect(taken.map((handled) => handled !== null)).toEqual([true, true, true, true, false, false]);
  expect(first?.take(10_000)).toBeNull();
  taken[0]?.();
  expect(first?.take(10_000)).not.toBeNull();
});

test('an account has at most 2,000 connections and as many polls, a member 50 of each', () => {
  const limits = createSocketLimits();
  const enter = (uid: string, clientId = 'account') => limits.open().enter({ clientId, uid });
  const hold = (uid: string) => limits.hold({ clientId: 'account', uid }) !== null;
  for (let n = 0; n < 2_000; n++) expect([enter(`${n % 40}`), hold(`${n % 40}`)]).toEqual([true, true]);
  expect([enter('40'), hold('40')]).toEqual([false, false]);
  expect(enter('0', 'another account')).toBe(true);
});

test('a member’s polls over the limit are 429 and say what to do', async () => {
  const { cursor } = (await world.api('GET /api/sync/poll')).body;
  const gone = new AbortController();
  const poll = () =>
    fetch(`${world.server.url}/api/sync/poll?cursor=${cursor}&timeout=30`, {
      headers: { authorization: `Bearer ${world.token}` },
      signal: gone.signal,
    });
  const polls = Array.from({ length: 51 }, poll);
  const { status, headers } = await Promise.race(polls);
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('30');
  gone.abort();
  await Promise.allSettled(polls);
});
