import { once } from 'node:events';
import { connect } from 'node:net';
import type { Thread } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Auth, createAuth } from '../../testing/auth.ts';
import { customerWrites, queryAsOwner, textBody } from '../../testing/inbox.ts';
import { neverDue } from '../../testing/never-due.ts';
import { openSyncConnection, type SyncConnection, signInSyncConnection } from '../../testing/sync-connection.ts';
import { addMember, createAccount, createSession, createUser, type TestUser } from '../../testing/users.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

let world: World;
let auth: Auth;
let thread: Thread;
let mate: TestUser;
beforeAll(async () => {
  world = await testWorld();
  auth = await createAuth(world.server.platform);
  thread = await customerWrites(world);
  mate = await createUser(world.server.owner, 'Berta');
  await addMember(world.server.owner, world.clientId, mate, 'User');
  // The channel is paused, so that the feed is quiet when no one writes.
  await world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state: 'PAUSED' } });
});
afterAll(() => world.close());

const tokenOf = (user: TestUser, clientId: string | null = world.clientId) =>
  auth.idTokens.sign({
    uid: user.uid,
    sid: user.sid,
    account: clientId === null ? null : { clientId, role: 'User' },
  });
const signIn = (token = world.token, cursor: string | null = null) =>
  signInSyncConnection(world.server.url, token, cursor);
/** A token signed some time ago, so that it expires soon or has expired. */
async function agedToken(ageMs: number, user = world.user): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - ageMs });
  try {
    return await tokenOf(user);
  } finally {
    vi.useRealTimers();
  }
}
const lifeMs = async () => {
  const { exp, iat } = JSON.parse(Buffer.from(world.token.split('.')[1] ?? '', 'base64url').toString()) as {
    exp: number;
    iat: number;
  };
  return (exp - iat) * 1_000;
};

describe('signing in', () => {
  test('must happen within five seconds, else 4401', async () => {
    const began = performance.now();
    const live = await openSyncConnection(world.server.url);
    expect((await live.closed).code).toBe(4401);
    expect(performance.now() - began).toBeGreaterThan(4_000);
    expect(live.frames).toEqual([]);
  });

  test('is answered with the current position, or the given cursor, and continues from there', async () => {
    const { cursor } = (await world.api('GET /api/sync/poll')).body;
    const live = await signIn();
    expect(await live.next('welcome')).toEqual({ type: 'welcome', cursor });
    const sent = await world.api('POST /api/messages', { body: textBody(thread, 'seen live') });
    await live.next('changes', (frame) => frame.changes.some((change) => change.id === sent.body.id));
    const delayed = await signIn(world.token, cursor);
    expect(await delayed.next('welcome')).toEqual({ type: 'welcome', cursor });
    await delayed.next('changes', (frame) => frame.changes.some((change) => change.id === sent.body.id));
    live.close();
    delayed.close();
  });

  test('with a cursor that is too old or from the future is reset', async () => {
    const live = await signIn(world.token, '999999999999');
    expect(await live.next('reset')).toEqual({ type: 'reset', reason: expect.stringMatching(/./) });
    live.close();
  });

  test.each([
    ['forged', async () => `${world.token.slice(0, -4)}AAAA`],
    ['unsigned', async () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${world.token.split('.')[1]}.`],
    ['expired', async () => agedToken((await lifeMs()) + 120_000)],
    [
      'of a session that ended',
      async () => {
        const user = await createUser(world.server.owner);
        await addMember(world.server.owner, world.clientId, user, 'User');
        await queryAsOwner(world.server.owner, 'update sessions set revoked_at = now() where id = $1', [user.sid]);
        return tokenOf(user);
      },
    ],
    ['of another account’s member', async () => tokenOf(await createUser(world.server.owner))],
    ['that is no token', async () => 'hello'],
    ['that is empty', async () => ''],
  ])('with a token %s is 4401', async (_name, token) => {
    const live = await openSyncConnection(world.server.url);
    live.send({ type: 'auth', token: await token(), cursor: null });
    expect((await live.closed).code).toBe(4401);
    expect(live.frames).toEqual([]);
  });

  test('without an account is 4403', async () => {
    const live = await openSyncConnection(world.server.url);
    live.send({ type: 'auth', token: await tokenOf(await createUser(world.server.owner), null), cursor: null });
    expect((await live.closed).code).toBe(4403);
  });
});

describe('frames', () => {
  test.each([
    ['no JSON', 'hello'],
    ['a list', '[]'],
    ['a number', '7'],
    ['null', 'null'],
    ['an unknown type', '{"type":"dance"}'],
    ['a server’s frame', '{"type":"welcome","cursor":"1"}'],
    ['an auth without a token', '{"type":"auth","cursor":null}'],
    ['a cursor that is none', '{"type":"auth","token":"x","cursor":"abc"}'],
    ['a negative cursor', '{"type":"auth","token":"x","cursor":"-1"}'],
    ['topics that are no list', '{"type":"topics","add":"all"}'],
    ['a presence in no thread', '{"type":"presence","thread_id":"x","state":"viewing"}'],
    ['an unknown presence', '{"type":"presence","thread_id":"0199c1a0-0000-7000-8000-000000000001","state":"asleep"}'],
    ['20,000 characters', `{"type":"token","token":"${'x'.repeat(20_000)}"}`],
  ])('%s is 4400', async (_name, text) => {
    const live = await openSyncConnection(world.server.url);
    live.send(text);
    expect((await live.closed).code).toBe(4400);
  });

  test('bytes instead of text are 4400; an oversized frame ends the connection', async () => {
    const bytes = await openSyncConnection(world.server.url);
    bytes.socket.send(Buffer.from('{"type":"ping"}'));
    expect((await bytes.closed).code).toBe(4400);
    const large = await openSyncConnection(world.server.url);
    large.send('x'.repeat(200_000));
    expect((await large.closed).code).toBe(1009);
  });

  test('before signing in are 4401, a second sign-in is 4400', async () => {
    const early = await openSyncConnection(world.server.url);
    early.send({ type: 'topics', add: [] });
    expect((await early.closed).code).toBe(4401);
    const twice = await signIn();
    twice.send({ type: 'auth', token: world.token, cursor: null });
    expect((await twice.closed).code).toBe(4400);
  });

  test('a ping is sent every 25 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let live: SyncConnection;
    try {
      live = await signIn();
      vi.advanceTimersByTime(24_000);
      expect(live.frames.filter((frame) => frame.type === 'ping')).toEqual([]);
      vi.advanceTimersByTime(1_000);
      vi.advanceTimersByTime(25_000);
    } finally {
      vi.useRealTimers();
    }
    await until(async () => live.frames.filter((frame) => frame.type === 'ping').length === 2);
    live.close();
  });
});

describe('the token of an open connection', () => {
  test('is renewed by a frame; the expiry of the old one then closes nothing', async () => {
    const aged = await agedToken((await lifeMs()) - 3_000);
    const [kept, ended] = [await signIn(aged), await signIn(aged)];
    kept.send({ type: 'token', token: world.token });
    expect((await ended.closed).code).toBe(4401);
    const sent = await world.api('POST /api/messages', { body: textBody(thread, 'still here') });
    await kept.next('changes', (frame) => frame.changes.some((change) => change.id === sent.body.id));
    kept.close();
  });

  test.each([
    ['of somebody else', async () => tokenOf(mate), 4401],
    ['that is forged', async () => `${world.token.slice(0, -4)}AAAA`, 4401],
    [
      'of another account',
      async () => {
        const other = await createAccount(world.server.owner, world.user);
        return tokenOf(world.user, other);
      },
      4401,
    ],
    ['without an account', async () => tokenOf(world.user, null), 4403],
  ] as const)('cannot be replaced by one %s', async (_name, token, code) => {
    const live = await signIn();
    live.send({ type: 'token', token: await token() });
    expect((await live.closed).code).toBe(code);
  });

  test('ends with its session: signing out on another device closes it immediately with 4401', async () => {
    const pings = neverDue('setInterval', 25_000);
    const sid = await createSession(world.server.owner, mate.uid);
    const [other, stays] = [await signIn(await tokenOf({ ...mate, sid })), await signIn(await tokenOf(mate))];
    const out = await world.apiAs(await tokenOf(mate))('DELETE /api/auth/sessions/{id}', {
      params: { id: sid.toUpperCase() },
    });
    expect(out.status).toBe(204);
    expect(pings()).toBe(2);
    expect((await other.closed).code).toBe(4401);
    expect(stays.socket.readyState).toBe(WebSocket.OPEN);
    stays.close();
  });

  test('ends with the membership, at the latest at the next ping, with 4403', async () => {
    const user = await createUser(world.server.owner);
    await addMember(world.server.owner, world.clientId, user, 'User');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let live: SyncConnection;
    try {
      live = await signIn(await tokenOf(user));
      await queryAsOwner(world.server.owner, 'delete from client_users where client_id = $1 and user_id = $2', [
        world.clientId,
        user.uid,
      ]);
      vi.advanceTimersByTime(25_000);
    } finally {
      vi.useRealTimers();
    }
    expect((await live.closed).code).toBe(4403);
  });
});

describe('the origin of a connection', () => {
  const statusOf = (path: string, origin?: string) =>
    new Promise<number>((resolve, reject) => {
      const socket = new WebSocket(
        `${world.server.url.replace('http', 'ws')}${path}`,
        origin === undefined ? {} : { origin },
      );
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('open', () => {
        socket.terminate();
        resolve(101);
      });
      socket.on('error', reject);
    });

  test.each([
    ['a foreign site', 'https://evil.example'],
    ['this host on another port', 'http://127.0.0.1:1'],
    ['a sandboxed page', 'null'],
    ['nonsense', 'evil'],
    ['a lookalike', 'http://parley.test.evil.example'],
  ])('%s is refused with 403', async (_name, origin) => {
    expect(await statusOf('/api/sync', origin)).toBe(403);
  });

  test('our own page and clients without an origin are accepted, other paths are 404', async () => {
    expect(await statusOf('/api/sync', world.server.url)).toBe(101);
    expect(await statusOf('/api/sync')).toBe(101);
    expect(await statusOf('/api/sync?x=1')).toBe(101);
    expect(await statusOf('/api/other')).toBe(404);
    expect(await statusOf('/')).toBe(404);
  });

  test('one that disconnects while it is being refused does no harm', async () => {
    const { port } = new URL(world.server.url);
    const request = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: https://evil.example\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
    for (let n = 0; n < 60; n++) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(request(n % 2 === 0 ? '/nowhere' : '/api/sync'));
      await new Promise((resolve) => setTimeout(resolve, n % 4));
      socket.resetAndDestroy();
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await fetch(`${world.server.url}/healthz`)).status).toBe(200);
  });
});

describe('presence', () => {
  const topic = () => `presence:${thread.id}`;

  test('is sent to members of the same account who watch the thread, and ends with the connection', async () => {
    const stranger = await createUser(world.server.owner);
    const another = await createAccount(world.server.owner, stranger);
    const [me, her, spy] = [
      await signIn(),
      await signIn(await tokenOf(mate)),
      await signIn(await tokenOf(stranger, another)),
    ];
    me.send({ type: 'topics', add: [topic()] });
    spy.send({ type: 'topics', add: [topic()] });
    her.send({ type: 'presence', thread_id: thread.id, state: 'viewing' });
    expect(await me.next('presence')).toEqual({
      type: 'presence',
      thread_id: thread.id,
      user_id: mate.uid,
      state: 'viewing',
    });
    her.send({ type: 'presence', thread_id: thread.id, state: 'typing' });
    await me.next('presence', (frame) => frame.state === 'typing');

    const delayed = await signIn();
    delayed.send({ type: 'topics', add: [topic()] });
    expect(await delayed.next('presence')).toMatchObject({ user_id: mate.uid, state: 'typing' });

    const other = await customerWrites(world);
    her.send({ type: 'presence', thread_id: other.id, state: 'viewing' });
    await me.next('presence', (frame) => frame.state === 'away');
    me.send({ type: 'topics', add: [`presence:${other.id}`], remove: [topic()] });
    await me.next('presence', (frame) => frame.thread_id === other.id && frame.state === 'viewing');
    her.close();
    await me.next('presence', (frame) => frame.thread_id === other.id && frame.state === 'away');

    expect(
      her.frames.filter((frame) => frame.type === 'presence'),
      'nobody is told of themselves',
    ).toEqual([]);
    expect(spy.frames.filter((frame) => frame.type === 'presence')).toEqual([]);
    for (const live of [me, spy, delayed]) live.close();
  });

  test('is no longer sent after the topic is removed', async () => {
    const [me, her] = [await signIn(), await signIn(await tokenOf(mate))];
    me.send({ type: 'topics', add: [topic()] });
    her.send({ type: 'presence', thread_id: thread.id, state: 'viewing' });
    await me.next('presence');
    // Frames of one connection are handled in order: what follows the removal comes after it.
    const [otherThread, third] = [await customerWrites(world), await signIn(await tokenOf(mate))];
    third.send({ type: 'presence', thread_id: otherThread.id, state: 'viewing' });
    me.send({ type: 'topics', remove: [topic()] });
    me.send({ type: 'topics', add: [`presence:${otherThread.id}`] });
    await me.next('presence', (frame) => frame.thread_id === otherThread.id);
    her.send({ type: 'presence', thread_id: thread.id, state: 'typing' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const seen = me.frames.filter((frame) => frame.type === 'presence' && frame.thread_id === thread.id);
    expect(seen).toHaveLength(1);
    for (const live of [me, her, third]) live.close();
  });
});

describe('the long poll', () => {
  test('without a cursor returns the current one immediately', async () => {
    const { status, body } = await world.api('GET /api/sync/poll');
    expect(status).toBe(200);
    expect(body).toEqual({ cursor: expect.stringMatching(/^\d+$/), changes: [] });
  });

  test('responds as soon as a change follows, at the latest after its timeout', async () => {
    const { cursor } = (await world.api('GET /api/sync/poll')).body;
    const waiting = world.api('GET /api/sync/poll', { query: { cursor, timeout: 30 } });
    const sent = await world.api('POST /api/messages', { body: textBody(thread, 'polled') });
    expect(sent.status).toBe(201);
    const { body } = await waiting;
    if (!('changes' in body)) throw new Error('reset');
    expect(Number(body.cursor)).toBeGreaterThan(Number(cursor));
    expect(body.changes.length).toBeGreaterThan(0);
    await until(async () => (await queryAsOwner(world.server.owner, 'select 1 from changes_new')).length === 0);
    const now = (await world.api('GET /api/sync/poll')).body.cursor;
    const began = performance.now();
    const empty = await world.api('GET /api/sync/poll', { query: { cursor: now, timeout: 5 } });
    expect(empty.body).toEqual({ cursor: now, changes: [] });
    expect(performance.now() - began).toBeGreaterThan(4_900);
  });

  test('with a cursor that is too old or from the future is reset to the current position', async () => {
    const present = (await world.api('GET /api/sync/poll')).body.cursor;
    for (const cursor of [String(Number(present) + 1), '999999999999', '9007199254740993', '9999999999999999999']) {
      const { status, body } = await world.api('GET /api/sync/poll', { query: { cursor, timeout: 5 } });
      expect(status, cursor).toBe(200);
      expect(body, cursor).toEqual({ cursor: expect.stringMatching(/^\d+$/), reset: expect.stringMatching(/./) });
    }
  });

  test.each([['x'], ['-1'], ['1.5'], ['99999999999999999999'], ['']])('with the cursor %j is 422', async (cursor) => {
    expect((await world.api('GET /api/sync/poll', { query: { cursor } })).status).toBe(422);
  });

  test.each([[4], [31], ['x']])('with the timeout %j is 422', async (timeout) => {
    expect((await world.api('GET /api/sync/poll', { query: { cursor: '1', timeout } })).status).toBe(422);
  });

  test('leaves nothing behind when its caller disconnects', async () => {
    const { cursor } = (await world.api('GET /api/sync/poll')).body;
    const gone = new AbortController();
    const polls = neverDue('setTimeout', 30_000);
    const call = fetch(`${world.server.url}/api/sync/poll?cursor=${cursor}&timeout=30`, {
      headers: { authorization: `Bearer ${world.token}` },
      signal: gone.signal,
    });
    await until(async () => polls() === 1);
    gone.abort();
    await expect(call).rejects.toThrow();
  });
});

test('at shutdown connections are closed with 4503, polls end, and the server does not wait for them', async () => {
  const other = await testWorld();
  const [live, unsigned] = [
    await signInSyncConnection(other.server.url, other.token),
    await openSyncConnection(other.server.url),
  ];
  const { cursor } = (await other.api('GET /api/sync/poll')).body;
  const polls = neverDue('setTimeout', 30_000);
  const poll = other.api('GET /api/sync/poll', { query: { cursor, timeout: 30 } }).catch(() => undefined);
  await until(async () => polls() === 1);
  await other.close();
  expect((await live.closed).code).toBe(4503);
  expect((await unsigned.closed).code).toBe(4503);
  await poll;
});
