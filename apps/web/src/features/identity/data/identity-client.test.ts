import type { Tokens } from '@parley/contract/types';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../../platform/errors.ts';
import { createSession } from '../../../platform/session.ts';
import { sessionRecords } from '../../../platform/session-records.ts';
import { memoryStorage } from '../../../platform/storage.ts';
import { createTabLock } from '../../../platform/tab-lock.ts';
import { tokenWith } from '../../../testing/token-with.ts';
import { turnedClock } from '../../../testing/turned-clock.ts';
import { type CallRoute, createIdentity, type Identity } from './identity-client.ts';
import { challengeOf, providerFlows } from './provider-flow.ts';

type Asked = { key: string; input: unknown };

const tokens: Tokens = {
  id_token: tokenWith({ uid: 'dana', sid: 'sid-1', client_id: 'acc-1', role: 'Owner' }),
  refresh_token: 'refresh-1',
  expires_in: 900,
};

let asked: Asked[];
let answers: Record<string, unknown>;
let tab: ReturnType<typeof memoryStorage>;
let session: ReturnType<typeof createSession>;
let identity: Identity;

/** A stub of the server: records calls and returns prepared answers. */
const call = (async (key: string, input: unknown) => {
  asked.push({ key, input });
  const answer = answers[key];
  if (answer instanceof Error) throw answer;
  return answer;
}) as CallRoute;

beforeEach(() => {
  asked = [];
  answers = {};
  tab = memoryStorage();
  const device = memoryStorage();
  const { clock } = turnedClock();
  const never = () => Promise.reject(new Error('not asked for here'));
  session = createSession({
    records: sessionRecords(device, tab),
    clock,
    calls: { refresh: never, switchTo: never, signOut: never },
    tabLock: createTabLock(undefined, device, clock),
    clearAccount: async () => undefined,
  });
  identity = createIdentity({
    session,
    call,
    flows: providerFlows(tab),
    askSecondFactor: async (handle) => {
      asked.push({ key: 'second step', input: handle });
      return tokens;
    },
    addressOf: async (path) => `https://parley.example${path}`,
  });
});

const isIn = () => session.state().status === 'active';

describe('functions that sign in', () => {
  test.each<[string, unknown, (boundary: Identity) => Promise<unknown>]>([
    [
      'POST /api/auth/sign-in',
      { body: { email: 'dana@kestrel.example', password: 'p' } },
      (boundary) => boundary.signInWithPassword('dana@kestrel.example', 'p'),
    ],
    ['POST /api/auth/sign-in-link', { body: { link: 'l' } }, (boundary) => boundary.signInWithEmailLink('l')],
    [
      'POST /api/auth/sign-in-code',
      { body: { handle: 'h', code: '123456' } },
      (boundary) => boundary.signInWithCode('h', '123456'),
    ],
    ['POST /api/auth/sign-in-custom', { body: { token: 't' } }, (boundary) => boundary.signInWithCustomToken('t')],
    [
      'POST /api/auth/sign-up',
      { body: { name: 'Dana', email: 'd@k.example', password: 'p', invitation: 'i' } },
      (boundary) => boundary.signUp({ name: 'Dana', email: 'd@k.example', password: 'p', invitation: 'i' }),
    ],
    [
      'POST /api/auth/exchange',
      { body: { handoff: 'h', verifier: 'v', invitation: undefined } },
      (boundary) => boundary.signInWithProvider('h', { purpose: 'sign-in', provider: 'corp', verifier: 'v' }),
    ],
  ])('%s starts the session', async (key, input, verb) => {
    answers[key] = tokens;
    await verb(identity);
    expect(asked).toEqual([{ key, input }]);
    expect(isIn()).toBe(true);
  });

  test('ask for the second step where the server does', async () => {
    const data = [{ field: 'handle', msg: '', id: 'h-2' }];
    const facts = { status: 403, message: '', data, requestId: null, retryAfterSeconds: null };
    answers['POST /api/auth/sign-in'] = new ApiError({ ...facts, code: 'second-factor-required' });
    await identity.signInWithPassword('a', 'b');
    expect(asked.at(-1)).toEqual({ key: 'second step', input: 'h-2' });
    expect(isIn()).toBe(true);
  });

  test('leave the session unchanged when refused', async () => {
    const facts = { status: 422, message: '', data: [], requestId: null, retryAfterSeconds: null };
    answers['POST /api/auth/sign-in'] = new ApiError({ ...facts, code: 'invalid-credential' });
    await expect(identity.signInWithPassword('a', 'b')).rejects.toThrow(ApiError);
    expect(isIn()).toBe(false);
  });
});

describe('other functions', () => {
  test('sign-up with verification returns the handle of the code', async () => {
    answers['POST /api/auth/sign-up'] = { handle: 'h' };
    expect(await identity.signUp({ name: 'Dana', email: 'd@k.example', password: 'p' })).toEqual({ handle: 'h' });
    expect(isIn()).toBe(false);
  });

  test('connecting a provider keeps the session', async () => {
    session.signIn(tokens);
    await identity.signInWithProvider('h', { purpose: 'link', provider: 'corp', verifier: 'v' });
    expect(asked).toEqual([{ key: 'POST /api/auth/link-provider', input: { body: { handoff: 'h', verifier: 'v' } } }]);
    expect(isIn()).toBe(true);
  });

  test('a provider gets only the digest of the verifier', async () => {
    const address = new URL(await identity.beginProvider('corp', { next: '/inbox', invitation: 'i' }));
    const flow = providerFlows(tab).read();
    expect(flow).toMatchObject({ purpose: 'sign-in', provider: 'corp', next: '/inbox', invitation: 'i' });
    expect(address.pathname).toBe('/api/auth/oidc/start');
    expect(address.searchParams.get('provider')).toBe('corp');
    expect(address.searchParams.get('challenge')).toBe(await challengeOf(flow?.verifier ?? ''));
    expect(address.href).not.toContain(flow?.verifier);
  });

  test('sessions are a list', async () => {
    answers['GET /api/auth/sessions'] = { data: [{ id: 's' }], next_cursor: null };
    answers['DELETE /api/auth/sessions'] = { ended: 3 };
    expect(await identity.listSessions()).toEqual([{ id: 's' }]);
    expect(await identity.revokeOtherSessions()).toBe(3);
  });
});
