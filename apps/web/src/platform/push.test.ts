import { describe, expect, test } from 'vitest';
import { turnedClock } from '../testing/turned-clock.ts';
import type { ClientPush } from './client-push.ts';
import { introduce, withinMs } from './push.ts';

const started = { clientId: 'c1', pushUserId: 'h1' };

function spy(overrides: Partial<ClientPush> = {}) {
  const calls: string[] = [];
  const push: ClientPush = {
    init: async () => void calls.push('init'),
    login: async (handle) => void calls.push(`login ${handle}`),
    logout: async () => void calls.push('logout'),
    tag: async (clientId) => void calls.push(`tag ${clientId}`),
    permission: () => 'default',
    enable: async () => undefined,
    disable: async () => undefined,
    ...overrides,
  };
  return { push, calls };
}

describe('identifying a user to the push provider', () => {
  test('calls init, login, tag', async () => {
    const { push, calls } = spy();
    await introduce(push, started, turnedClock().clock);
    expect(calls).toEqual(['init', 'login h1', 'tag c1']);
  });

  test('does nothing for a user without a push id', async () => {
    const { push, calls } = spy();
    await introduce(push, { clientId: 'c1', pushUserId: null }, turnedClock().clock);
    expect(calls).toEqual([]);
  });

  test('a step that hangs ends it after its timeout', async () => {
    const { clock, pass } = turnedClock();
    const { push, calls } = spy({ login: () => new Promise(() => {}) });
    const ending = introduce(push, started, clock).catch((error: Error) => error);
    await pass(withinMs.login);
    expect(await ending).toMatchObject({ message: 'push login failed' });
    expect(calls).toEqual(['init']);
  });
});
