import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { emailTo } from '../../testing/emails.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';
import { bearer, createAccount, createUser } from '../../testing/users.ts';

let server: TestServer;
let team: Team;
let fresh = 0;

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
});
afterAll(() => server.close());

const run = (text: string, values: unknown[] = []) => server.owner.query(text, values);
const newAddress = () => `sensitive${fresh++}@example.com`;
const invite = (user: Member, more: object = {}) =>
  team.call(user, 'POST', '/invitations', { email: newAddress(), role: 'User', ...more });
const agoSignedIn = (user: Member) =>
  run(`update sessions set auth_time = now() - interval '11 minutes' where user_id = $1`, [user.uid]);
const makeKey = (user: Member) =>
  team.call<{ id: string; key: string }>(user, 'POST', '/api-keys', { name: 'Shop', scopes: ['contacts:read'] });
const withKey = async (key: string) =>
  (await server.app.http.inject({ url: '/api/contacts', headers: { authorization: `Bearer ${key}` } })).statusCode;

const protect = (user: Member) =>
  run(
    `insert into user_factors (id, user_id, kind, secret_enc, confirmed_at) values ($1, $2, 'totp', '\\x00', now())
     on conflict do nothing`,
    [newId(), user.uid],
  );
const addContact = async (user: Member) =>
  (await team.call<{ id: string }>(user, 'POST', '/contacts', { phone_number: `+4477009${90_000 + fresh++}` })).body;
/** A call that answers with a file. */
async function fileOf(user: Member, method: 'GET' | 'POST', path: string, payload?: object) {
  const headers = await bearer(team.auth, user, { clientId: team.clientId, role: user.role });
  const answer = await server.app.http.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, code: answer.statusCode < 300 ? undefined : answer.json().error.code };
}

describe('an old sign-in', () => {
  it.each<[string, (admin: Member, user: Member) => Promise<{ status: number; code: string | undefined }>]>([
    ['makes no key', (admin) => makeKey(admin)],
    ['makes nobody an Admin', (admin, user) => team.call(admin, 'PUT', `/team/${user.uid}`, { role: 'Admin' })],
    ['invites no Admin', (admin) => invite(admin, { role: 'Admin' })],
    [
      'exports no contacts as a whole',
      (admin) => team.call(admin, 'POST', '/contacts/exports', { id: newId(), selection: {} }),
    ],
    [
      'exports none by a filter that all match',
      (admin) => team.call(admin, 'POST', '/contacts/exports', { id: newId(), selection: { filter: { all: [] } } }),
    ],
    ['downloads none as a whole', (admin) => fileOf(admin, 'GET', '/contacts/export')],
    [
      'downloads none but for one that is left out',
      async (admin) => {
        const [{ id }, ...more] = [await addContact(admin), await addContact(admin), await addContact(admin)];
        expect(more).toHaveLength(2);
        return fileOf(admin, 'POST', '/contacts/export', { selection: { except: [id] } });
      },
    ],
    [
      'lets nobody in as Admin who asked to join',
      async (admin) => {
        const guest = await createUser(server.owner);
        await run(`insert into join_requests (client_id, user_id, name, email) values ($1, $2, 'Guest', $3)`, [
          team.clientId,
          guest.uid,
          guest.email,
        ]);
        return team.call(admin, 'POST', `/join-requests/${guest.uid}/accept`, { role: 'Admin' });
      },
    ],
    [
      'gets no new link for an Admin',
      async (admin) => {
        const { body } = await invite(team.owner, { role: 'Admin', send: false });
        return team.call(admin, 'POST', `/invitations/${String(body['id'])}/resend`, { send: false });
      },
    ],
    [
      'sends no events to a new address',
      (admin) => team.call(admin, 'POST', '/webhooks', { url: 'https://receiver.invalid/a', events: ['message.sent'] }),
    ],
    [
      'moves no webhook to another address',
      async (admin) => {
        const { body } = await team.call(team.owner, 'POST', '/webhooks', {
          url: 'https://receiver.invalid/b',
          events: ['message.sent'],
        });
        return team.call(admin, 'PUT', `/webhooks/${String(body['id'])}`, { url: 'https://receiver.invalid/c' });
      },
    ],
    [
      'resets no two-step verification',
      async (admin, user) => {
        await protect(user);
        return team.call(admin, 'POST', `/team/${user.uid}/reset-second-factor`);
      },
    ],
  ])('%s', async (_name, act) => {
    const [admin, user] = [await team.add('Admin'), await team.add('User')];
    await agoSignedIn(admin);
    expect(await act(admin, user)).toMatchObject({ status: 403, code: 'requires-recent-login' });
    await run('update sessions set auth_time = now() where user_id = $1', [admin.uid]);
    expect((await act(admin, user)).status).toBeLessThan(300);
  });

  it('still allows harmless actions', async () => {
    const [admin, other] = [await team.add('Admin'), await team.add('Admin')];
    await agoSignedIn(admin);
    expect((await invite(admin)).status).toBe(201);
    expect((await team.call(admin, 'PUT', `/team/${other.uid}`, { role: 'User' })).status).toBe(200);
  });
});

it('an Admin cannot sign an Owner out', async () => {
  const [admin, owner] = [await team.add('Admin'), await team.add('Owner')];
  const { token } = await team.sessionOf(owner);
  expect((await team.call(admin, 'POST', `/team/${owner.uid}/sign-out`)).status).toBe(403);
  const profile = await server.app.http.inject({ url: '/api/team', headers: { authorization: `Bearer ${token}` } });
  expect(profile.statusCode).toBe(200);
  expect((await team.call(team.owner, 'POST', `/team/${owner.uid}/sign-out`)).body).toEqual({ sessions: 1 });
});

describe('resetting two-step verification of a member', () => {
  const reset = (by: Member, user: Member) => team.call(by, 'POST', `/team/${user.uid}/reset-second-factor`);
  const isProtected = async (user: Member) =>
    (await team.call<{ two_step_verification: boolean }>(team.owner, 'GET', `/team/${user.uid}`)).body
      .two_step_verification;

  it('turns it off, ends all their sessions, tells them and is audited', async () => {
    const [admin, user] = [await team.add('Admin'), await team.add('User')];
    expect((await reset(admin, user)).status).toBe(422);
    await protect(user);
    expect(await isProtected(user)).toBe(true);
    expect((await reset(admin, user)).status).toBe(204);
    expect(await isProtected(user)).toBe(false);
    expect((await team.call(user, 'GET', '/team')).status).toBe(401);
    expect(await emailTo(server, user.email)).toMatchObject({ kind: 'identity.second_factor_reset' });
    const { body } = await team.call<{ data: object[] }>(
      team.owner,
      'GET',
      '/audit-events?action=team.second_factor_reset',
    );
    expect(body.data[0]).toMatchObject({ actor: admin.uid, target: user.uid });
  });

  it('needs a recent sign-in, and an Owner for an Owner', async () => {
    const [admin, owner, user] = [await team.add('Admin'), await team.add('Owner'), await team.add('User')];
    await protect(owner);
    expect((await reset(admin, owner)).code).toBe('forbidden');
    expect((await reset(user, admin)).code).toBe('forbidden');
    expect((await reset(owner, owner)).code).toBe('forbidden');
    await agoSignedIn(team.owner);
    expect((await reset(team.owner, owner)).code).toBe('requires-recent-login');
    await run('update sessions set auth_time = now() where user_id = $1', [team.owner.uid]);
    expect((await reset(team.owner, owner)).status).toBe(204);
  });

  it('is refused for members of other accounts, which it would weaken too', async () => {
    const user = await team.add('User');
    await protect(user);
    await createAccount(server.owner, user, 'Their own business');
    expect((await reset(team.owner, user)).code).toBe('forbidden');
    expect(await isProtected(user)).toBe(true);
  });
});

describe('an API key', () => {
  it.each(['is removed', 'leaves'])('ends when its creator %s', async (how) => {
    const [maker, other] = [await team.add('Admin'), await team.add('Admin')];
    const [gone, stays] = [(await makeKey(maker)).body, (await makeKey(other)).body];
    expect(await withKey(gone.key)).toBe(200);
    const by = how === 'leaves' ? maker : team.owner;
    expect((await team.call(by, 'DELETE', `/team/${maker.uid}`)).status).toBe(204);
    expect([await withKey(gone.key), await withKey(stays.key)]).toEqual([401, 200]);
    const listed = await team.call<{ data: { id: string }[] }>(team.owner, 'GET', '/api-keys?limit=200');
    const ids = listed.body.data.map(({ id }) => id);
    expect([ids.includes(gone.id), ids.includes(stays.id)]).toEqual([false, true]);
  });

  const shownAs = async (id: string) => {
    const { body } = await team.call<{ data: { id: string; state: string; paused_because: string | null }[] }>(
      team.owner,
      'GET',
      '/api-keys?limit=200',
    );
    const key = body.data.find((row) => row.id === id);
    return [key?.state, key?.paused_because];
  };
  const activeKeys = async () =>
    (await team.call<{ api: { keys: number } }>(team.owner, 'GET', '/integrations')).body.api.keys;

  it.each([
    ['is suspended', 'creator_suspended', { suspended: true }, { suspended: false }],
    ['is a User, who could not create it', 'creator_is_user', { role: 'User' }, { role: 'Admin' }],
  ])('is paused, and shown so, while its creator %s', async (_name, reason, change, back) => {
    const maker = await team.add('Admin');
    const { id, key } = (await makeKey(maker)).body;
    expect(await shownAs(id)).toEqual(['active', null]);
    const before = await activeKeys();
    await team.call(team.owner, 'PUT', `/team/${maker.uid}`, change);
    expect(await withKey(key)).toBe(401);
    expect(await shownAs(id)).toEqual(['paused', reason]);
    expect(await activeKeys()).toBe(before - 1);
    await team.call(team.owner, 'PUT', `/team/${maker.uid}`, back);
    expect(await withKey(key)).toBe(200);
    expect(await shownAs(id)).toEqual(['active', null]);
  });

  it('that is paused is handed over by rotating it: the new one belongs to the member who rotates', async () => {
    const maker = await team.add('Admin');
    const { id, key } = (await makeKey(maker)).body;
    await team.call(team.owner, 'PUT', `/team/${maker.uid}`, { role: 'User' });
    const made = await team.call<{ key: string; state: string; created_by: { user_id: string } }>(
      team.owner,
      'POST',
      `/api-keys/${id}/rotate`,
      { keep_old_hours: 24 },
    );
    expect(made.body).toMatchObject({ state: 'active', created_by: { user_id: team.owner.uid } });
    expect([await withKey(made.body.key), await withKey(key)]).toEqual([200, 401]);
    // The old one does not come back with the role of its creator.
    expect(await shownAs(id)).toEqual(['expired', null]);
    await team.call(team.owner, 'PUT', `/team/${maker.uid}`, { role: 'Admin' });
    expect(await withKey(key)).toBe(401);
  });
});

describe('invitations cannot be used to relay email', () => {
  const verify = (verified: boolean) =>
    run(`update channels set verified = $2, sandbox = not $2 where client_id = $1`, [team.clientId, verified]);

  it.each(['See https://prize.example/x', 'Look at www.prize.example', 'prize.example/claim'])(
    'a note with a link needs an account known to WhatsApp: %s',
    async (note) => {
      const refused = await invite(team.owner, { note });
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({ error: { data: [{ field: 'note' }] } });
      await verify(true);
      expect((await invite(team.owner, { note })).status).toBe(201);
      await verify(false);
    },
  );

  it('names cannot contain links either', async () => {
    const account = await createUser(server.owner, 'Win at https://prize.example/x now');
    await run(
      `insert into client_users (client_id, user_id, role, name, email) select $1, id, 'Admin', display_name, email
       from users where id = $2`,
      [team.clientId, account.uid],
    );
    const email = newAddress();
    expect((await invite({ ...account, role: 'Admin' }, { email })).status).toBe(201);
    const received = await emailTo(server, email);
    expect(JSON.stringify(received)).not.toContain('prize.example');
  });

  it('an account sends a limited number a day, also concurrently', async () => {
    await run('delete from invitations where client_id = $1', [team.clientId]);
    await run(
      `insert into invitations (client_id, id, email, role, invited_by, email_token_hash, link_token_hash, request_hash, expires_at)
       select $1, gen_random_uuid(), 'filled' || n || '@example.com', 'User', $2, sha256(('m' || n)::bytea),
         sha256(('c' || n)::bytea), '\\x00', now() + interval '1 day' from generate_series(1, 97) n`,
      [team.clientId, team.owner.uid],
    );
    const other = await team.add('Admin');
    const answers = await Promise.all(Array.from({ length: 8 }, () => invite(other)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
    await verify(true);
    expect((await invite(other)).status).toBe(201);
    await verify(false);
    await run('delete from invitations where client_id = $1', [team.clientId]);
  });

  it('sending the same one again counts like a new one', async () => {
    const inviter = await team.add('Admin');
    const { body } = await invite(inviter);
    const id = String(body['id']);
    const resend = async (send = true) => {
      await run(`update invitations set sent_at = sent_at - interval '2 minutes' where id = $1`, [id]);
      return (await team.call(inviter, 'POST', `/invitations/${id}/resend`, { send })).status;
    };
    expect([await resend(), await resend()]).toEqual([200, 200]);
    await run('update invitations set sent_in_day = 100 where id = $1', [id]);
    expect([await resend(), (await invite(inviter)).status]).toEqual([429, 429]);
    // A link to copy is no email.
    expect(await resend(false)).toBe(200);
    await run(
      `update invitations set created_at = now() - interval '3 days', day_began_at = now() - interval '25 hours'`,
    );
    expect([await resend(), (await invite(inviter)).status]).toEqual([200, 201]);
    await run('delete from invitations where client_id = $1', [team.clientId]);
  });
});

it('masked numbers cannot be found out by requesting them', async () => {
  const user = await team.add('User');
  const known = { phone_number: '+447700900123', name: 'Ada' };
  const { id } = (await team.call<{ id: string }>(team.owner, 'POST', '/contacts', known)).body;
  const limits = { restrictions: { mask_phone_numbers: true } };
  expect((await team.call(team.owner, 'PUT', `/team/${user.uid}`, limits)).status).toBe(200);
  for (const number of ['%2B447700900123', '%2B447700900999']) {
    expect(await team.call(user, 'GET', `/contacts/multi?phone_number=${number}`)).toMatchObject({ status: 403 });
  }
  const answersOf = async (phone_number: string) => [
    await team.call(user, 'POST', '/contacts', { phone_number }),
    await team.call(user, 'PUT', `/contacts/${id}`, { phone_number }),
  ];
  for (const number of ['+447700900123', '+447700900999']) {
    for (const answer of await answersOf(number)) expect(answer).toMatchObject({ status: 403, code: 'forbidden' });
  }
  expect((await team.call(user, 'PUT', `/contacts/${id}`, { name: 'Ada L' })).status).toBe(200);
});
