import { describe, expect, test } from 'vitest';
import type { Claims } from '../../../platform/claims.ts';
import { ApiError, NetworkError } from '../../../platform/errors.ts';
import { memoryStorage } from '../../../platform/storage.ts';
import { arrivalOf, needsNewClaims, routeAfterSignIn } from './after-sign-in.ts';
import type { CurrentUser } from './identity-client.ts';
import { invitationInNext } from './invitation-in-next.ts';
import { challengeOf, InsecurePageError, newVerifier, providerFlows } from './provider-flow.ts';
import { signInProblemOf } from './sign-in-problem.ts';

const inAccount: Claims = { uid: 'u', sid: 's', client_id: 'c', role: 'User' };
const inNone: Claims = { uid: 'u', sid: 's', client_id: null, role: null };

function currentUser(waiting: number, states: ('active' | 'suspended')[] = []): CurrentUser {
  const account = { client_id: 'c', name: 'Kestrel', logo_url: null, role: 'User', last_used_at: null } as const;
  return {
    user: {
      uid: 'u',
      displayName: 'Dana',
      email: 'dana@kestrel.example',
      emailVerified: true,
      phoneNumber: null,
      photoURL: null,
      isAnonymous: false,
      tenantId: null,
      providerData: [],
      metadata: { creationTime: '2026-01-01T00:00:00.000Z', lastSignInTime: null },
    },
    accounts: states.map((state) => ({
      ...account,
      state,
      owner_name: 'Omar',
      sole_owner: false,
      unread_threads: 0,
      is_default: false,
      requires_two_step_verification: false,
      needs_provider: null,
    })),
    time_zone: null,
    formats: { region: null, hour_format: null, week_start: null },
    two_step_verification: false,
    waiting_invitations: waiting,
  };
}

describe('the redirect after sign-in', () => {
  test.each([
    ['in an account, to the inbox', inAccount, null, undefined, '/inbox'],
    ['to what they wanted', inAccount, currentUser(0), '/contacts?q=a#b', '/contacts?q=a#b'],
    ['never to another host', inAccount, currentUser(0), 'https://evil.example/', '/inbox'],
    ['never back into signing in', inAccount, currentUser(0), '/logout', '/inbox'],
    ['without an account, to make one', inNone, currentUser(0), '/inbox', '/initial-setup/business-info'],
    ['without an account, to the invitations that wait', inNone, currentUser(2), '/inbox', '/invitations'],
    [
      'without an account, to the invitation they came with',
      inNone,
      currentUser(0),
      '/invitations?token=x',
      '/invitations?token=x',
    ],
    [
      'without an account, on with the wizard',
      inNone,
      currentUser(2),
      '/initial-setup/business-info',
      '/initial-setup/business-info',
    ],
  ] as const)('%s', (_, claims, who, next, expected) => {
    expect(routeAfterSignIn(claims, who, next)).toBe(expected);
  });

  test('renews a token that does not name the account', () => {
    expect(needsNewClaims(inNone, currentUser(0, ['suspended', 'active']))).toBe(true);
    expect(needsNewClaims(inNone, currentUser(0, ['suspended']))).toBe(false);
    expect(needsNewClaims(inAccount, currentUser(0, ['active']))).toBe(false);
  });
});

describe('how the user arrives', () => {
  test.each([
    [{ link: 'l' }, '', { kind: 'link', link: 'l' }],
    [{ handoff: 'h', link: 'l' }, '', { kind: 'handoff', handoff: 'h' }],
    [{}, '#custom_token=a.b.c', { kind: 'custom-token', token: 'a.b.c' }],
    [{}, 'custom_token=a.b.c', { kind: 'custom-token', token: 'a.b.c' }],
    [{ custom_token: 'a.b.c' }, '', { kind: 'session' }],
    [{ link: '' }, '#custom_token=', { kind: 'session' }],
  ])('%o %s', (search, hash, expected) => {
    expect(arrivalOf(search, hash)).toEqual(expected);
  });

  test('finds an invitation in the return URL', () => {
    expect(invitationInNext('/invitations?token=abc')).toBe('abc');
    expect(invitationInNext('/invitations')).toBeUndefined();
    expect(invitationInNext('/contacts?token=abc')).toBeUndefined();
    expect(invitationInNext(undefined)).toBeUndefined();
  });
});

describe('sign-in problems', () => {
  const refusal = (code: string, field?: string, retryAfterSeconds: number | null = null) =>
    new ApiError({
      status: 422,
      code: code as ApiError['code'],
      message: 'words of the server',
      data: field === undefined ? [] : [{ field, msg: '' }],
      requestId: null,
      retryAfterSeconds,
    });

  test.each([
    [refusal('invalid-credential', 'password'), { kind: 'wrong-password' }],
    [refusal('invalid-credential', 'code'), { kind: 'wrong-code' }],
    [refusal('invalid-credential', 'link'), { kind: 'dead-link' }],
    [refusal('invalid-credential', 'handoff'), { kind: 'dead-handoff' }],
    [refusal('invalid-credential', 'token'), { kind: 'dead-token' }],
    [refusal('invalid-credential'), { kind: 'no-address' }],
    [refusal('too_many_requests', undefined, 40), { kind: 'throttled', seconds: 40 }],
    [refusal('too_many_requests'), { kind: 'throttled', seconds: 60 }],
    [refusal('unavailable', undefined, 2), { kind: 'busy', seconds: 2 }],
    [refusal('user-disabled'), { kind: 'disabled' }],
    [refusal('account-exists-with-different-credential'), { kind: 'other-credential' }],
    [refusal('requires-recent-login'), { kind: 'not-recent' }],
    [refusal('sign_up_closed'), { kind: 'closed' }],
    [refusal('invitation_expired'), { kind: 'said', words: 'words of the server' }],
    [refusal('internal'), { kind: 'unknown' }],
    [new NetworkError('offline'), { kind: 'offline' }],
    [new NetworkError('timeout'), { kind: 'no-answer' }],
    [new InsecurePageError(), { kind: 'insecure' }],
    [new Error('a fault of ours'), { kind: 'unknown' }],
  ])('%s', (error, expected) => {
    expect(signInProblemOf(error)).toEqual(expected);
  });
});

describe('the provider flow', () => {
  test('is known to the tab that started it, until it is deleted', () => {
    const flows = providerFlows(memoryStorage());
    expect(flows.read()).toBeNull();
    flows.keep({ purpose: 'link', provider: 'corp', verifier: 'v', next: '/settings/personal' });
    expect(flows.read()).toEqual({ purpose: 'link', provider: 'corp', verifier: 'v', next: '/settings/personal' });
    flows.keep({ purpose: 'sign-in', provider: 'corp', verifier: 'w', invitation: 'i' });
    expect(flows.read()).toEqual({ purpose: 'sign-in', provider: 'corp', verifier: 'w', invitation: 'i' });
    flows.forget();
    expect(flows.read()).toBeNull();
  });

  test('is empty when the stored value is invalid', () => {
    const tab = memoryStorage();
    tab.set('parley:provider-flow', '{"provider":1}');
    expect(providerFlows(tab).read()).toBeNull();
  });

  test('sends the SHA-256 of a verifier that is unique per flow', async () => {
    // RFC 7636, appendix B.
    expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
    const [one, other] = [newVerifier(), newVerifier()];
    expect(one).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(one).not.toBe(other);
  });
});
