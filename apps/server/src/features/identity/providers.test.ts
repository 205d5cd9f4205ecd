import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Auth, createAuth } from '../../testing/auth.ts';
import { type HostileProvider, startHostileProvider } from '../../testing/hostile-identity-provider.ts';
import {
  type Account,
  followRedirects,
  type IdentityProvider,
  startIdentityProvider,
} from '../../testing/identity-provider.ts';
import { handoffOf, newTab, passFlow, redirectOf } from '../../testing/provider-flow.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { addMember, bearer, createAccount, createUser, type TestUser } from '../../testing/users.ts';

let firm: IdentityProvider;
let stranger: IdentityProvider;
let postOnly: IdentityProvider;
let hostile: HostileProvider;
let server: TestServer;
let auth: Auth;
let fresh = 0;

beforeAll(async () => {
  firm = await startIdentityProvider();
  stranger = await startIdentityProvider();
  postOnly = await startIdentityProvider({ token_endpoint_auth_method: 'client_secret_basic' });
  hostile = await startHostileProvider('parley');
  const settings = [
    { id: 'firm', name: 'The firm', issuer: firm.issuer, ...firm.client, trusted: true },
    { id: 'stranger', name: 'Anybody', issuer: stranger.issuer, ...stranger.client },
    { id: 'post', name: 'Other', issuer: postOnly.issuer, ...postOnly.client, trusted: true },
    { id: 'hostile', name: 'Mallory', issuer: hostile.issuer, client_id: 'parley', client_secret: 'x', trusted: true },
    { id: 'gone', name: 'Gone', issuer: 'http://127.0.0.1:9', client_id: 'parley', client_secret: 'x' },
  ];
  server = await testServer({ env: { OIDC_PROVIDERS: JSON.stringify(settings), SIGN_UP: 'open' } });
  for (const provider of [firm, stranger, postOnly]) provider.allow(`${server.url}/api/auth/oidc/callback`);
  auth = await createAuth(server.platform);
});
afterAll(async () => {
  await server.close();
  await Promise.all([firm, stranger, postOnly, hostile].map((provider) => provider.close()));
});
beforeEach(() => {
  hostile.attack = {};
});

const newAccount = (more: Partial<Account> = {}): Account => {
  const sub = `sub${fresh++}`;
  return { sub, email: `${sub}@firm.example`, email_verified: true, name: 'Anna Firm', ...more };
};
const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  server.app.http.inject({ method: 'POST', url: `/api/auth/${path}`, payload, headers });
const begin = (provider: string, challenge: string) =>
  redirectOf(`${server.url}/api/auth/oidc/start?provider=${provider}&challenge=${challenge}`);

async function signIn(provider: IdentityProvider, id: string, account: Account, invitation?: string) {
  const exchange = await handoffOf(server, provider, id, account);
  return post('exchange', { ...exchange, ...(invitation === undefined ? {} : { invitation }) });
}

async function verified(user: TestUser, email: string): Promise<void> {
  await server.owner.query('update users set email = $2, email_verified_at = now() where id = $1', [user.uid, email]);
}
const uidOf = (response: { json(): { id_token: string } }) => decodeJwt(response.json().id_token)['uid'];
const codeOf = (response: { json(): { error: { code: string } } }) => response.json().error.code;

describe('a provider', () => {
  it('signs a new user in, and the same user the next time, whatever their address is then', async () => {
    const account = newAccount();
    const first = await signIn(firm, 'firm', account);
    expect(first.statusCode).toBe(200);
    const again = await signIn(firm, 'firm', { ...account, email: 'moved@firm.example' });
    expect(uidOf(again)).toBe(uidOf(first));
    const profile = await server.app.http.inject({
      url: '/api/auth/profile',
      headers: { authorization: `Bearer ${again.json().id_token}` },
    });
    expect(profile.json().user).toMatchObject({
      displayName: 'Anna Firm',
      email: account.email,
      emailVerified: true,
      providerData: [{ providerId: 'firm', uid: account.sub, email: account.email }],
    });
  });

  it('is listed with the available sign-in methods', async () => {
    const config = (await server.app.http.inject({ url: '/api/auth/config' })).json();
    expect(config.methods).toEqual(['password', 'provider']);
    expect(config.providers[0]).toEqual({ id: 'firm', name: 'The firm' });
    expect(JSON.stringify(config)).not.toContain('secret');
  });

  it('requests with state, nonce and PKCE, each new every time', async () => {
    const urls = [await begin('firm', newTab().challenge), await begin('firm', newTab().challenge)];
    const [a, b] = urls.map((url) => new URL(url).searchParams);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(a?.get(name)?.length).toBeGreaterThan(20);
      expect(a?.get(name)).not.toBe(b?.get(name));
    }
    expect(a?.get('code_challenge_method')).toBe('S256');
    const { rows } = await server.owner.query('select * from oidc_flows');
    expect(JSON.stringify(rows)).not.toContain(a?.get('state'));
    expect(JSON.stringify(rows)).not.toContain(a?.get('nonce'));
  });

  it('that is cancelled, unknown or unavailable leads to a page that says so', async () => {
    const cancelled = await passFlow(server, firm, 'firm', null, newTab().challenge);
    expect(`${cancelled.pathname}${cancelled.search}`).toBe('/login-redirect?error=cancelled&provider=firm');
    expect(await begin('nobody', newTab().challenge)).toBe(`${server.url}/login-redirect?error=unknown-provider`);
    expect(await begin('gone', newTab().challenge)).toBe(`${server.url}/login-redirect?error=failed&provider=gone`);
  });

  it('has no token in any URL', async () => {
    const end = await passFlow(server, firm, 'firm', newAccount(), newTab().challenge);
    expect(end.pathname).toBe('/loggedin');
    expect([...end.searchParams.keys()]).toEqual(['handoff']);
    expect(end.hash).toBe('');
  });
});

describe('a handoff', () => {
  it('works once; one of 8 concurrent requests succeeds', async () => {
    const tab = newTab();
    const end = await passFlow(server, firm, 'firm', newAccount(), tab.challenge);
    const exchange = { handoff: end.searchParams.get('handoff'), verifier: tab.verifier };
    const responses = await Promise.all(Array.from({ length: 8 }, () => post('exchange', exchange)));
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, ...Array(7).fill(422)]);
  });

  it('of another tab, or of none, does not sign in', async () => {
    const tab = newTab();
    const end = await passFlow(server, firm, 'firm', newAccount(), tab.challenge);
    const handoff = end.searchParams.get('handoff');
    expect(codeOf(await post('exchange', { handoff, verifier: newTab().verifier }))).toBe('invalid-credential');
    expect((await post('exchange', { handoff, verifier: tab.verifier })).statusCode).toBe(200);
    // A flow that no tab of the victim began: sending them another user's URL has no effect.
    firm.signedIn.account = newAccount();
    const start = await redirectOf(`${server.url}/api/auth/oidc/start?provider=firm`);
    const unbound = new URL(await redirectOf(await followRedirects(`${server.url}/api/auth/oidc/callback`, start)));
    for (const verifier of ['', newTab().verifier]) {
      const response = await post('exchange', { handoff: unbound.searchParams.get('handoff'), verifier });
      expect(codeOf(response)).toBe('invalid-credential');
    }
  });

  it('is invalid after a minute', async () => {
    const tab = newTab();
    const end = await passFlow(server, firm, 'firm', newAccount(), tab.challenge);
    await server.owner.query(`update auth_handoffs set expires_at = now()`);
    const exchange = { handoff: end.searchParams.get('handoff'), verifier: tab.verifier };
    expect(codeOf(await post('exchange', exchange))).toBe('invalid-credential');
  });

  it('lies sealed', async () => {
    await passFlow(server, firm, 'firm', newAccount({ email: 'canary@firm.example' }), newTab().challenge);
    const { rows } = await server.owner.query('select identity_enc from auth_handoffs');
    expect(rows.map(({ identity_enc }) => identity_enc.toString('latin1')).join()).not.toContain('canary');
  });
});

describe('coming back', () => {
  it('a second time with the same response is unknown', async () => {
    const tab = newTab();
    firm.signedIn.account = newAccount();
    const callback = await followRedirects(`${server.url}/api/auth/oidc/callback`, await begin('firm', tab.challenge));
    expect(await redirectOf(callback)).toContain('/loggedin?handoff=');
    expect(await redirectOf(callback)).toBe(`${server.url}/login-redirect?error=expired`);
  });

  it('with a code that was used before fails', async () => {
    firm.signedIn.account = newAccount();
    const used = new URL(
      await followRedirects(`${server.url}/api/auth/oidc/callback`, await begin('firm', newTab().challenge)),
    );
    await redirectOf(used.href);
    const next = new URL(
      await followRedirects(`${server.url}/api/auth/oidc/callback`, await begin('firm', newTab().challenge)),
    );
    next.searchParams.set('code', used.searchParams.get('code') ?? '');
    expect(await redirectOf(next.href)).toContain('error=failed');
  });

  it.each(['', '?state=', '?state=unknown&code=x', '?code=x', '?error=access_denied', '?state=a&state=b'])(
    'with %j is an unknown flow',
    async (search) => {
      expect(await redirectOf(`${server.url}/api/auth/oidc/callback${search}`)).toBe(
        `${server.url}/login-redirect?error=expired`,
      );
    },
  );

  it('after ten minutes has expired', async () => {
    firm.signedIn.account = newAccount();
    const callback = await followRedirects(
      `${server.url}/api/auth/oidc/callback`,
      await begin('firm', newTab().challenge),
    );
    await server.owner.query('update oidc_flows set expires_at = now()');
    expect(await redirectOf(callback)).toContain('error=expired');
  });

  it('to a provider that another one answered fails', async () => {
    firm.signedIn.account = newAccount();
    const callback = new URL(
      await followRedirects(`${server.url}/api/auth/oidc/callback`, await begin('firm', newTab().challenge)),
    );
    const other = new URL(await begin('stranger', newTab().challenge));
    callback.searchParams.set('state', other.searchParams.get('state') ?? '');
    expect(await redirectOf(callback.href)).toContain('error=failed&provider=stranger');
  });
});

describe('a provider with invalid responses', () => {
  const answer = async () => {
    const tab = newTab();
    const back = hostile.answerTo(await begin('hostile', tab.challenge));
    return { tab, end: new URL(await redirectOf(back)) };
  };

  it('signs in without faults, so that the following cases fail for their own reason', async () => {
    const { tab, end } = await answer();
    const exchange = { handoff: end.searchParams.get('handoff'), verifier: tab.verifier };
    expect((await post('exchange', exchange)).statusCode).toBe(200);
  });

  const attacks: Record<string, () => HostileProvider['attack']> = {
    'another nonce': () => ({ claims: { nonce: 'another' } }),
    'no nonce': () => ({ claims: { nonce: undefined } }),
    'another audience': () => ({ claims: { aud: 'somebody-else' } }),
    'another issuer in its token': () => ({ claims: { iss: firm.issuer } }),
    'another issuer in its answer': () => ({ iss: firm.issuer }),
    'no signature': () => ({ signature: 'none' }),
    "somebody else's signature": () => ({ signature: 'other-key' }),
    'a token of yesterday': () => ({ claims: { exp: Math.floor(Date.now() / 1_000) - 86_400 } }),
    'no ID token': () => ({ withoutIdToken: true }),
    'no subject': () => ({ claims: { sub: undefined } }),
  };
  it.each(Object.keys(attacks))('with %s does not sign in', async (name) => {
    const before = await server.owner.query('select count(*)::int as n from auth_handoffs');
    hostile.attack = attacks[name]?.() ?? {};
    const { end } = await answer();
    expect(`${end.pathname}${end.search}`).toBe('/login-redirect?error=failed&provider=hostile');
    expect((await server.owner.query('select count(*)::int as n from auth_handoffs')).rows).toEqual(before.rows);
  });

  it('with a wrong state is an unknown flow', async () => {
    hostile.attack = { state: 'another' };
    const { end } = await answer();
    expect(end.search).toBe('?error=expired');
  });

  it('cannot use its ID token as ours', async () => {
    await answer();
    const headers = { authorization: `Bearer ${hostile.idToken}` };
    expect(decodeJwt(hostile.idToken)).toMatchObject({ sub: 'mallory' });
    expect((await server.app.http.inject({ url: '/api/auth/profile', headers })).statusCode).toBe(401);
    expect((await post('sign-in-custom', { token: hostile.idToken })).statusCode).toBe(422);
  });
});

describe("the user of a provider's identity", () => {
  it('a verified address of a trusted provider is linked to the verified user', async () => {
    const teammate = await createUser(server.owner);
    const account = newAccount();
    await verified(teammate, account.email ?? '');
    expect(uidOf(await signIn(firm, 'firm', account))).toBe(teammate.uid);
  });

  it('replaces an unverified address: its password and sessions end', async () => {
    const teammate = await createUser(server.owner);
    const account = newAccount();
    await server.owner.query('update users set email = $2 where id = $1', [teammate.uid, account.email]);
    await server.owner.query(`insert into user_passwords (user_id, hash) values ($1, 'x')`, [teammate.uid]);
    const headers = await bearer(auth, teammate, null);
    expect(uidOf(await signIn(firm, 'firm', account))).toBe(teammate.uid);
    expect((await server.owner.query('select from user_passwords where user_id = $1', [teammate.uid])).rowCount).toBe(
      0,
    );
    expect((await server.app.http.inject({ url: '/api/auth/profile', headers })).statusCode).toBe(401);
  });

  it.each([
    ['of a provider that is not trusted', 'stranger', {}],
    ['that the provider has not verified', 'firm', { email_verified: false }],
  ])('is not linked by an address %s', async (_name, id, more) => {
    const teammate = await createUser(server.owner);
    const account = newAccount(more);
    await verified(teammate, account.email ?? '');
    const response = await signIn(id === 'firm' ? firm : stranger, id, account);
    expect([response.statusCode, codeOf(response)]).toEqual([409, 'account-exists-with-different-credential']);
  });

  it('does not change users when an address gets a new owner', async () => {
    const account = newAccount();
    await signIn(firm, 'firm', account);
    const response = await signIn(firm, 'firm', { ...account, sub: 'the next one' });
    expect(codeOf(response)).toBe('account-exists-with-different-credential');
  });

  it('is not trusted with an unverified address of a new user', async () => {
    const account = newAccount();
    const response = await signIn(stranger, 'stranger', account);
    expect(response.statusCode).toBe(200);
    const { rows } = await server.owner.query('select email_verified_at from users where email = $1', [account.email]);
    expect(rows).toEqual([{ email_verified_at: null }]);
  });

  it('without an address is rejected', async () => {
    const { email: _email, ...account } = newAccount();
    const response = await signIn(firm, 'firm', account);
    expect([response.statusCode, codeOf(response)]).toEqual([422, 'invalid-credential']);
  });

  it('twice at the same moment creates one user', async () => {
    const account = newAccount();
    const tabs = [newTab(), newTab()];
    const handoffs: (string | null)[] = [];
    for (const { challenge } of tabs) {
      handoffs.push((await passFlow(server, firm, 'firm', account, challenge)).searchParams.get('handoff'));
    }
    const responses = await Promise.all(
      tabs.map(({ verifier }, n) => post('exchange', { handoff: handoffs[n], verifier })),
    );
    const made = await server.owner.query('select from users where email = $1', [account.email]);
    expect(made.rowCount).toBe(1);
    expect(responses.filter((response) => response.statusCode === 200).length).toBeGreaterThanOrEqual(1);
    for (const response of responses) expect([200, 409]).toContain(response.statusCode);
  });
});

describe('connecting a provider', () => {
  const connect = async (user: TestUser, account: Account) => {
    const tab = newTab();
    const handoff = (await passFlow(server, stranger, 'stranger', account, tab.challenge)).searchParams.get('handoff');
    return post('link-provider', { handoff, verifier: tab.verifier }, await bearer(auth, user, null));
  };
  const disconnect = async (user: TestUser) =>
    server.app.http.inject({
      method: 'DELETE',
      url: '/api/auth/providers/stranger',
      headers: await bearer(auth, user, null),
    });

  it('makes it a sign-in method until it is disconnected; the last method stays', async () => {
    const teammate = await createUser(server.owner);
    const account = newAccount();
    expect((await connect(teammate, account)).statusCode).toBe(204);
    expect((await connect(teammate, account)).statusCode).toBe(204);
    expect(uidOf(await signIn(stranger, 'stranger', account))).toBe(teammate.uid);
    expect((await disconnect(teammate)).statusCode).toBe(422);
    await server.owner.query(`insert into user_passwords (user_id, hash) values ($1, 'x')`, [teammate.uid]);
    expect((await disconnect(teammate)).statusCode).toBe(204);
    expect((await disconnect(teammate)).statusCode).toBe(404);
    expect(uidOf(await signIn(stranger, 'stranger', newAccount({ sub: account.sub })))).not.toBe(teammate.uid);
  });

  it('of another user is refused, and so is an old sign-in', async () => {
    const account = newAccount();
    await signIn(stranger, 'stranger', account);
    const teammate = await createUser(server.owner);
    expect(codeOf(await connect(teammate, account))).toBe('account-exists-with-different-credential');
    await server.owner.query(`update sessions set auth_time = now() - interval '11 minutes' where id = $1`, [
      teammate.sid,
    ]);
    expect(codeOf(await connect(teammate, newAccount()))).toBe('requires-recent-login');
  });
});

describe('where sign-up is closed', () => {
  it('admits only invited users', async () => {
    const closed = await testServer({
      env: {
        OIDC_PROVIDERS: JSON.stringify([
          { id: 'firm', name: 'Firm', issuer: postOnly.issuer, ...postOnly.client, trusted: true },
        ]),
      },
    });
    try {
      postOnly.allow(`${closed.url}/api/auth/oidc/callback`);
      const through = async (account: Account) => {
        const tab = newTab();
        postOnly.signedIn.account = account;
        const start = await redirectOf(`${closed.url}/api/auth/oidc/start?provider=firm&challenge=${tab.challenge}`);
        const end = new URL(await redirectOf(await followRedirects(`${closed.url}/api/auth/oidc/callback`, start)));
        const payload = { handoff: end.searchParams.get('handoff'), verifier: tab.verifier };
        return closed.app.http.inject({ method: 'POST', url: '/api/auth/exchange', payload });
      };
      const guest = newAccount();
      expect(codeOf(await through(guest))).toBe('sign_up_closed');
      const owner = await createUser(closed.owner);
      const clientAuth = await createAuth(closed.platform);
      const account = await closed.app.http.inject({
        method: 'POST',
        url: '/api/clients',
        payload: { name: 'Firm', country: 'DE', time_zone: 'Europe/Berlin' },
        headers: await bearer(clientAuth, owner, null),
      });
      const headers = await bearer(clientAuth, owner, { clientId: account.json().client_id, role: 'Owner' });
      const payload = { email: guest.email, role: 'User' };
      await closed.app.http.inject({ method: 'POST', url: '/api/invitations', payload, headers });
      expect((await through(guest)).statusCode).toBe(200);
    } finally {
      await closed.close();
    }
  });
});

describe('the figures of an account', () => {
  const figures = async (user: TestUser, clientId: string) => {
    const headers = await bearer(auth, user, { clientId, role: 'Owner' });
    return (await server.app.http.inject({ url: '/api/integrations', headers })).json().sign_ins_24h;
  };

  it('count sign-ins of its members by a provider, and refused ones, and nobody else’s', async () => {
    const owner = await createUser(server.owner);
    const clientId = await createAccount(server.owner, owner);
    const outsider = await createUser(server.owner);
    const other = await createAccount(server.owner, outsider);
    const account = newAccount();
    // Without an account yet, which counts nowhere.
    const uid = String(uidOf(await signIn(firm, 'firm', account)));
    await addMember(server.owner, clientId, { ...owner, uid }, 'User');
    await signIn(firm, 'firm', account);
    await signIn(firm, 'firm', newAccount());
    expect(await figures(owner, clientId)).toEqual({ done: 1, failed: 0 });
    expect(codeOf(await signIn(firm, 'firm', { ...account, sub: 'somebody else' }))).toBe(
      'account-exists-with-different-credential',
    );
    await server.owner.query('update users set disabled_at = now() where id = $1', [uid]);
    expect(codeOf(await signIn(firm, 'firm', account))).toBe('user-disabled');
    expect(await figures(owner, clientId)).toEqual({ done: 1, failed: 2 });
    expect(await figures(outsider, other)).toEqual({ done: 0, failed: 0 });
  });
});
