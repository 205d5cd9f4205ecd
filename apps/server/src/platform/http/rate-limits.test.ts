import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuth } from '../../testing/auth.ts';
import { createAccount, createSession, createUser } from '../../testing/users.ts';
import { type Api, testWorld, until, type World } from '../../testing/world.ts';
import type { UserActor } from '../auth/actor.ts';
import { AppError } from '../errors.ts';
import { createRateLimiter } from './rate-limits.ts';

describe('the limits', () => {
  const actor = (sid: string, clientId: string) => ({ kind: 'user', sid, clientId }) as UserActor;

  function at(limits: { perCaller: number; perAccount: number }) {
    let nowMs = 0;
    const rates = createRateLimiter(limits, () => nowMs);
    /** @returns the number of accepted calls */
    const call = (sid: string, clientId: string, times: number) => {
      let taken = 0;
      for (let n = 0; n < times; n++) {
        try {
          rates.take(actor(sid, clientId));
          taken++;
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
        }
      }
      return taken;
    };
    return { call, pass: (ms: number) => (nowMs += ms) };
  }

  test('accumulate for ten seconds, then refill every second, for each session separately', () => {
    const { call, pass } = at({ perCaller: 100, perAccount: 0 });
    expect(call('a', 'one', 2_000)).toBe(1_000);
    expect(call('b', 'one', 2_000)).toBe(1_000);
    pass(500);
    expect(call('a', 'one', 100)).toBe(50);
    pass(3_600_000);
    expect(call('a', 'one', 2_000)).toBe(1_000);
  });

  test('of an account count all its sessions, and a refused one takes nothing from the others', () => {
    const { call } = at({ perCaller: 100, perAccount: 150 });
    expect(call('a', 'one', 5_000)).toBe(1_000);
    expect(call('b', 'one', 5_000)).toBe(500);
    expect(call('c', 'other', 1_000)).toBe(1_000);
  });

  test('do not exist at 0', () => {
    expect(at({ perCaller: 0, perAccount: 0 }).call('a', 'one', 100_000)).toBe(100_000);
  });
});

describe('calls over the limit', () => {
  let world: World;
  beforeAll(async () => {
    world = await testWorld({ env: { CALLS_PER_SECOND: '1', ACCOUNT_CALLS_PER_SECOND: '2' } });
  });
  afterAll(() => world.close());

  const burst = async (api: Api, calls: number) => {
    const answers = await Promise.all(Array.from({ length: calls }, () => api('GET /api/contact-lists')));
    return answers.filter(({ status }) => status === 429);
  };

  async function member() {
    const { owner, platform } = world.server;
    const user = await createUser(owner);
    const clientId = await createAccount(owner, user);
    const auth = await createAuth(platform);
    const apiOf = async (sid: string) =>
      world.apiAs(await auth.idTokens.sign({ uid: user.uid, sid, account: { clientId, role: 'Owner' } }));
    return { api: await apiOf(user.sid), anotherSession: async () => apiOf(await createSession(owner, user.uid)) };
  }

  test('are 429 with the time to wait; another account is served, and so is this one after it', async () => {
    const { api } = await member();
    const [refused] = await burst(api, 200);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused?.body).toMatchObject({ error: { code: 'too_many_requests' } });
    expect((await (await member()).api('GET /api/contact-lists')).status).toBe(200);
    await until(async () => (await api('GET /api/contact-lists')).status === 200);
  });

  test('say to a key how many it has left', async () => {
    const { api } = await member();
    const { body } = await api('POST /api/api-keys', { body: { name: 'Counted', scopes: ['contacts:read'] } });
    const call = () => world.apiAs(body.key)('GET /api/contact-lists');
    const [first, second] = [await call(), await call()];
    expect(first.headers.get('ratelimit-limit')).toBe('10');
    expect(Number(first.headers.get('ratelimit-remaining'))).toBe(9);
    expect(Number(second.headers.get('ratelimit-remaining'))).toBeLessThanOrEqual(9);
    expect(Number(second.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    expect((await api('GET /api/contact-lists')).headers.get('ratelimit-limit')).toBeNull();
  });

  test('of all sessions of an account are 429 too', async () => {
    const { api, anotherSession } = await member();
    const sessions = [api, await anotherSession(), await anotherSession(), await anotherSession()];
    const refused = (await Promise.all(sessions.map((session) => burst(session, 50)))).flat();
    expect(refused.map(({ body }) => (body as never as { error: { message: string } }).error.message)).toContainEqual(
      expect.stringContaining('This account'),
    );
  });
});
