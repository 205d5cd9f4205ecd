import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { emailsTo, emailTo, linkTo } from '../../testing/emails.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Team } from '../../testing/team.ts';
import { createUser, type TestUser } from '../../testing/users.ts';

type Invited = {
  id: string;
  url: string;
  email: string;
  role: string;
  state: string;
  letter: string;
  expires_at: string;
};
type Preview = {
  id: string;
  state: string;
  email: string;
  by_mail: boolean;
  role: string;
  role_changed: boolean;
  account: { client_id: string };
};

let server: TestServer;
let team: Team;
let fresh = 0;

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
});
afterAll(() => server.close());

const newAddress = () => `guest${fresh++}@example.com`;
const sql = async <R>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await server.owner.query(text, values)).rows as R[];
const invite = (email: string, more: object = {}) =>
  team.call<Invited>(team.owner, 'POST', '/invitations', { email, role: 'User', ...more });
const tokenIn = (url: string) => url.split('token=')[1] ?? '';
const accept = (user: TestUser, token: string) => team.outside(user, 'POST', '/invitations/accept', { token });
const preview = (token: string) => team.outside<Preview>(null, 'POST', '/invitations/preview', { token });
const expire = (id: string) =>
  server.owner.query(`update invitations set expires_at = now() - interval '1 minute' where id = $1`, [id]);

/** A user with this address and without an account. */
async function guest(email: string, verified = false): Promise<TestUser> {
  const user = await createUser(server.owner, 'Greta Guest');
  await sql('update users set email = $2, email_verified_at = case when $3 then now() end where id = $1', [
    user.uid,
    email,
    verified,
  ]);
  return { ...user, email };
}

describe('the branding of the account', () => {
  it('is in the email and on the page of every invitation, and audited', async () => {
    const branding = { name: 'The Kestrel team', logo: false, greeting: 'Welcome!\nThe kettle is on.' };
    const put = (invitation_branding: unknown) =>
      team.call<{ invitation_branding: unknown }>(team.owner, 'PUT', '/client', { invitation_branding });
    await sql(`update clients set logo_url = '/api/logos/x' where id = $1`, [team.clientId]);
    expect((await put(branding)).body.invitation_branding).toEqual(branding);
    const email = newAddress();
    const { url } = (await invite(email)).body;
    const sent = await emailTo(server, email);
    expect(sent.subject).toContain('invites you to The Kestrel team');
    expect(sent.text).toContain('The kettle is on.');
    const shown = { greeting: branding.greeting, account: { name: 'The Kestrel team', logo_url: null } };
    expect((await preview(tokenIn(url))).body).toMatchObject(shown);
    expect((await put({ ...branding, greeting: 'x'.repeat(501) })).status).toBe(422);
    await put({ name: '', logo: true, greeting: '' });
    const plain = (await preview(tokenIn(url))).body;
    expect(plain).toMatchObject({ greeting: '', account: { name: 'Kestrel shop', logo_url: '/api/logos/x' } });
    const [event] = await sql<{ detail: { changes: { field: string; to: unknown }[] } }>(
      `select detail from audit_events where client_id = $1 and action = 'settings.account_changed' order by id limit 1`,
      [team.clientId],
    );
    expect(event?.detail.changes).toMatchObject([{ field: 'invitation_branding', to: branding }]);
    await sql('update clients set logo_url = null where id = $1', [team.clientId]);
  });
});

describe('an invitation', () => {
  it('returns its link once, emails another, and is listed', async () => {
    const email = newAddress();
    const { status, body } = await invite(email, { note: 'See you <soon>' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ email, role: 'User', state: 'open', letter: 'outbox' });
    expect(body.url).toMatch(/^\/invitations\?token=[\w-]{43}$/);
    const mailed = await linkTo(server, email, 'token');
    expect(mailed).not.toBe(tokenIn(body.url));
    expect((await emailTo(server, email)).text).toContain('See you <soon>');
    const listed = await team.call<{ data: Invited[] }>(team.owner, 'GET', '/invitations?limit=200');
    const row = listed.body.data.find(({ id }) => id === body.id);
    expect(row).toMatchObject({ email, state: 'open', invited_by: { name: 'Olga Owner' } });
    expect(JSON.stringify(listed.body)).not.toContain('token=');
    const stored = JSON.stringify(await sql('select * from invitations where id = $1', [body.id]));
    for (const token of [mailed, tokenIn(body.url)]) expect(stored).not.toContain(token);
    expect(Date.parse(body.expires_at) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  });

  it('shows its offer to holders of a link, and viewing changes nothing', async () => {
    const email = newAddress();
    const { body } = await invite(email);
    const copied = await preview(tokenIn(body.url));
    expect(copied.body).toMatchObject({
      state: 'open',
      email,
      by_mail: false,
      account: { client_id: team.clientId, name: 'Kestrel shop' },
    });
    for (let n = 0; n < 5; n++) await preview(await linkTo(server, email, 'token'));
    expect((await preview(await linkTo(server, email, 'token'))).body).toMatchObject({ state: 'open', by_mail: true });
    expect((await preview('x'.repeat(43))).status).toBe(404);
  });

  it('is returned again for a repeated request; other content with its id is a conflict', async () => {
    const [id, email] = [newId(), newAddress()];
    const [first, again] = [await invite(email, { id }), await invite(email, { id })];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.url).toBe(first.body.url);
    expect((await invite(email, { id, role: 'Admin' })).code).toBe('id_conflict');
    expect((await emailsTo(server, email)).length).toBe(1);
  });

  it('to an address that is invited or a member is refused, naming the conflict', async () => {
    const email = newAddress();
    const first = await invite(email);
    const second = await team.call<{ error: { data: object[] } }>(team.owner, 'POST', '/invitations', {
      email: email.toUpperCase(),
      role: 'Admin',
    });
    expect(second.code).toBe('invitation_exists');
    expect(second.body.error.data[0]).toMatchObject({ field: 'email', id: first.body.id });
    expect((await invite(team.owner.email)).code).toBe('already_member');
  });

  it('of 8 concurrent ones to one address is created once', async () => {
    const email = newAddress();
    const answers = await Promise.all(Array.from({ length: 8 }, () => invite(email)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(await emailsTo(server, email)).toHaveLength(1);
  });

  it('after an expired one replaces it', async () => {
    const email = newAddress();
    const first = await invite(email);
    await expire(first.body.id);
    expect((await invite(email)).status).toBe(201);
    expect((await preview(tokenIn(first.body.url))).body.state).toBe('revoked');
  });

  const rights: [string, string, number][] = [
    ['User', 'User', 403],
    ['Admin', 'Owner', 422],
    ['Admin', 'Admin', 201],
    ['Owner', 'Owner', 201],
  ];
  it.each(rights)('of a %s into the role %s is %i', async (who, role, status) => {
    const member = await team.add(who as 'User');
    expect((await team.call(member, 'POST', '/invitations', { email: newAddress(), role })).status).toBe(status);
  });

  it.each([
    { email: 'no address' },
    { email: newAddress(), role: 'owner' },
    { email: newAddress(), expires_in_days: 0 },
  ])('with invalid input names the field: %j', async (wrong) => {
    expect((await team.call(team.owner, 'POST', '/invitations', { role: 'User', ...wrong })).status).toBe(422);
  });
});

describe('many invitations at once', () => {
  it('return the result for each address', async () => {
    const [a, b, invited] = [newAddress(), newAddress(), newAddress()];
    await invite(invited);
    const emails = [a, ' nonsense', b, a.toUpperCase(), team.owner.email, invited];
    const { body } = await team.call<{ data: { email: string; outcome: string; url: string | null; msg: string }[] }>(
      team.owner,
      'POST',
      '/invitations/batch',
      { emails, role: 'User' },
    );
    expect(body.data.map(({ email, outcome }) => [email, outcome])).toEqual([
      [a, 'invited'],
      [' nonsense', 'invalid'],
      [b, 'invited'],
      [a.toUpperCase(), 'already_invited'],
      [team.owner.email, 'already_member'],
      [invited, 'already_invited'],
    ]);
    expect(body.data.map(({ url }) => url !== null)).toEqual([true, false, true, false, false, false]);
    for (const row of body.data) expect(row.msg === null).toBe(row.outcome === 'invited');
  });

  it('without email still return links', async () => {
    const email = newAddress();
    const { body } = await team.call<{ data: { url: string; invitation: Invited }[] }>(
      team.owner,
      'POST',
      '/invitations/batch',
      { emails: [email], role: 'User', send: false },
    );
    expect(body.data[0]?.invitation.letter).toBe('not_sent');
    expect(await emailsTo(server, email)).toEqual([]);
    expect((await preview(tokenIn(body.data[0]?.url ?? ''))).body.state).toBe('open');
  });
});

describe('accepting', () => {
  it('joins with the role, restrictions and groups, moves the session there, and is harmless twice', async () => {
    const email = newAddress();
    const group = await team.call<{ id: string }>(team.owner, 'POST', '/user-groups', { name: `G${newId()}` });
    const limits = { only_assigned: true };
    const { body } = await invite(email, { restrictions: limits, group_ids: [group.body.id] });
    const user = await guest(email);
    const first = await accept(user, tokenIn(body.url));
    expect(first.body).toEqual({ client_id: team.clientId, name: 'Kestrel shop', role: 'User' });
    expect(await accept(user, tokenIn(body.url))).toEqual(first);
    const session = await sql('select client_id from sessions where id = $1', [user.sid]);
    expect(session).toEqual([{ client_id: team.clientId }]);
    const shown = await team.call(team.owner, 'GET', `/team/${user.uid}`);
    expect(shown.body).toMatchObject({ name: 'Greta Guest', restrictions: limits, group_ids: [group.body.id] });
    expect((await preview(tokenIn(body.url))).body.state).toBe('accepted');
  });

  it('by 8 tabs at once creates one member', async () => {
    const email = newAddress();
    const { body } = await invite(email);
    const user = await guest(email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(user, tokenIn(body.url))));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const fed = await sql(
      `select from changes_new where row_id = $1 and marker = 'NEW'
      union all select from changes where row_id = $1 and marker = 'NEW'`,
      [user.uid],
    );
    expect(fed).toHaveLength(1);
  });

  it('with another address shows both and joins nothing', async () => {
    const email = newAddress();
    const { body } = await invite(email);
    const other = await guest(newAddress());
    const answer = await team.outside<{ error: { message: string } }>(other, 'POST', '/invitations/accept', {
      token: tokenIn(body.url),
    });
    expect(answer.code).toBe('invitation_for_another');
    expect(answer.body.error.message).toContain(email);
    expect(answer.body.error.message).toContain(other.email);
    expect((await preview(tokenIn(body.url))).body.state).toBe('open');
  });

  it('by the copied link does not verify the address; by the email it does', async () => {
    const verified = async (user: TestUser) =>
      (await sql<{ at: Date | null }>('select email_verified_at as at from users where id = $1', [user.uid]))[0]?.at !==
      null;
    const [copied, mailed] = [await guest(newAddress()), await guest(newAddress())];
    await accept(copied, tokenIn((await invite(copied.email)).body.url));
    await invite(mailed.email);
    await accept(mailed, await linkTo(server, mailed.email, 'token'));
    expect([await verified(copied), await verified(mailed)]).toEqual([false, true]);
  });

  const deaths: [string, (id: string) => Promise<unknown>, string, string][] = [
    ['expired', expire, 'invitation_expired', 'expired'],
    ['revoked', (id) => team.call(team.owner, 'DELETE', `/invitations/${id}`), 'invitation_revoked', 'revoked'],
    [
      'declined',
      (id) => sql('update invitations set declined_at = now() where id = $1', [id]),
      'invitation_declined',
      'declined',
    ],
  ];
  it.each(deaths)('one that is %s says so', async (_name, kill, code, state) => {
    const email = newAddress();
    const { body } = await invite(email);
    await kill(body.id);
    expect((await preview(tokenIn(body.url))).body.state).toBe(state);
    expect((await accept(await guest(email), tokenIn(body.url))).code).toBe(code);
  });

  it('one that another user accepted, or for a closed account, says so', async () => {
    const email = newAddress();
    const { body } = await invite(email);
    const user = await guest(email);
    await accept(user, tokenIn(body.url));
    await sql('update users set email = $2 where id = $1', [user.uid, newAddress()]);
    expect((await accept(await guest(email), tokenIn(body.url))).code).toBe('invitation_used');
    const closing = await createTeam(server);
    const last = await closing.call<Invited>(closing.owner, 'POST', '/invitations', { email, role: 'User' });
    await closing.call(closing.owner, 'POST', '/client/close', { name: 'Kestrel shop' });
    const answer = await team.outside(await guest(newAddress()), 'POST', '/invitations/accept', {
      token: tokenIn(last.body.url),
    });
    expect(answer.status).toBe(409);
    expect((await preview(tokenIn(last.body.url))).body.state).toBe('closed');
  });

  it('revoked at the same time does one of the two', async () => {
    for (let round = 0; round < 10; round++) {
      const email = newAddress();
      const { body } = await invite(email);
      const user = await guest(email);
      const [accepted, revoked] = await Promise.all([
        accept(user, tokenIn(body.url)),
        team.call(team.owner, 'DELETE', `/invitations/${body.id}`),
      ]);
      expect([accepted?.status, revoked?.status].sort()).toEqual(accepted?.status === 200 ? [200, 404] : [204, 409]);
    }
  });
});

describe('pending invitations', () => {
  type Waiting = { data: Preview[]; email_verified: boolean };
  const waitingFor = (user: TestUser) => team.outside<Waiting>(user, 'GET', '/invitations/waiting');

  it('are shown to the owner of a verified address only', async () => {
    const email = newAddress();
    const { body } = await invite(email);
    const user = await guest(email);
    expect((await waitingFor(user)).body).toMatchObject({ data: [], email_verified: false });
    expect((await team.outside(user, 'POST', `/invitations/waiting/${body.id}/accept`)).status).toBe(404);
    await sql('update users set email_verified_at = now() where id = $1', [user.uid]);
    const shown = await waitingFor(user);
    expect(shown.body.data.map(({ id }) => id)).toEqual([body.id]);
    expect(JSON.stringify(shown.body)).not.toContain('token');
    const profile = await team.outside<{ waiting_invitations: number }>(user, 'GET', '/auth/profile');
    expect(profile.body.waiting_invitations).toBe(1);
    expect((await team.outside(user, 'POST', `/invitations/waiting/${body.id}/accept`)).status).toBe(200);
    expect((await waitingFor(user)).body.data).toEqual([]);
  });

  it('are declined by their owner only', async () => {
    const email = newAddress();
    const { body } = await invite(email);
    const [invited, other] = [await guest(email, true), await guest(newAddress(), true)];
    const path = `/invitations/waiting/${body.id}/decline`;
    expect((await team.outside(other, 'POST', path)).status).toBe(404);
    expect((await team.outside(invited, 'POST', path)).status).toBe(204);
    expect((await waitingFor(invited)).body.data).toEqual([]);
  });
});

describe('declining by a link', () => {
  it('needs no account and is harmless twice', async () => {
    const { body } = await invite(newAddress());
    const decline = () => team.outside(null, 'POST', '/invitations/decline', { token: tokenIn(body.url) });
    expect([(await decline()).status, (await decline()).status]).toEqual([204, 204]);
    expect((await preview(tokenIn(body.url))).body.state).toBe('declined');
  });
});

describe('resending', () => {
  const resend = (id: string, more: object = {}) =>
    team.call<Invited>(team.owner, 'POST', `/invitations/${id}/resend`, more);

  it('creates new links and disables the old ones, also of an expired one', async () => {
    const email = newAddress();
    const first = await invite(email);
    const mailed = await linkTo(server, email, 'token');
    await expire(first.body.id);
    await sql(`update invitations set sent_at = now() - interval '2 minutes' where id = $1`, [first.body.id]);
    const second = await resend(first.body.id);
    expect(second.body).toMatchObject({ id: first.body.id, state: 'open' });
    for (const dead of [tokenIn(first.body.url), mailed]) expect((await preview(dead)).status).toBe(404);
    expect((await preview(tokenIn(second.body.url))).body.state).toBe('open');
    expect((await preview(await linkTo(server, email, 'token'))).body.by_mail).toBe(true);
  });

  it('is sent once a minute; a link to copy is available immediately', async () => {
    const first = await invite(newAddress());
    const answer = await resend(first.body.id);
    expect([answer.status, answer.code]).toEqual([429, 'too_many_requests']);
    expect((await resend(first.body.id, { send: false })).status).toBe(200);
  });
});

describe('requesting another invitation', () => {
  it('emails the inviter once a day, for expired links only', async () => {
    const email = newAddress();
    const { body } = await invite(email);
    const ask = () => team.outside(null, 'POST', '/invitations/request-new', { token: tokenIn(body.url) });
    const countEmails = async () =>
      (await emailsTo(server, team.owner.email)).filter(({ subject }) => subject.includes(email)).length;
    await ask();
    expect(await countEmails()).toBe(0);
    await expire(body.id);
    await Promise.all(Array.from({ length: 5 }, ask));
    expect(await countEmails()).toBe(1);
  });
});

describe('requesting another address', () => {
  it('emails the inviter once a day and invites no one', async () => {
    const [email, other] = [newAddress(), newAddress()];
    const { body } = await invite(email);
    const ask = (wanted: string) =>
      team.outside(null, 'POST', '/invitations/request-new', { token: tokenIn(body.url), email: wanted });
    const countEmails = async () =>
      (await emailsTo(server, team.owner.email)).filter(({ subject }) => subject.includes(other)).length;
    expect((await ask(email)).status).toBe(204);
    expect(await countEmails()).toBe(0);
    await Promise.all(Array.from({ length: 5 }, () => ask(other.toUpperCase())));
    expect(await countEmails()).toBe(1);
    expect((await ask('no address')).status).toBe(422);
    expect((await preview(tokenIn(body.url))).body).toMatchObject({ email, state: 'open' });
  });
});

describe('a changed offer', () => {
  it('is shown by the link and used when joining', async () => {
    const email = newAddress();
    const { body } = await invite(email);
    const changed = await team.call(team.owner, 'PUT', `/invitations/${body.id}`, { role: 'Admin' });
    expect(changed.body).toMatchObject({ role: 'Admin' });
    expect((await preview(tokenIn(body.url))).body).toMatchObject({ role: 'Admin', role_changed: true });
    expect((await accept(await guest(email), tokenIn(body.url))).body).toMatchObject({ role: 'Admin' });
  });

  it('is marked as changed until it is sent again', async () => {
    const { body } = await invite(newAddress());
    expect((await preview(tokenIn(body.url))).body.role_changed).toBe(false);
    await team.call(team.owner, 'PUT', `/invitations/${body.id}`, { role: 'Admin' });
    const renewed = await team.call<Invited>(team.owner, 'POST', `/invitations/${body.id}/resend`, { send: false });
    expect((await preview(tokenIn(renewed.body.url))).body).toMatchObject({ role: 'Admin', role_changed: false });
  });

  it('cannot be raised to Owner by an Admin', async () => {
    const admin = await team.add('Admin');
    const { body } = await invite(newAddress());
    expect((await team.call(admin, 'PUT', `/invitations/${body.id}`, { role: 'Owner' })).status).toBe(422);
    const ownerOffer = await invite(newAddress(), { role: 'Owner' });
    expect((await team.call(admin, 'PUT', `/invitations/${ownerOffer.body.id}`, { role: 'User' })).status).toBe(422);
  });

  it('to become Owner ends when its sender is no longer an Owner', async () => {
    const sender = await team.add('Owner');
    const email = newAddress();
    const sent = await team.call<Invited>(sender, 'POST', '/invitations', { email, role: 'Owner' });
    await team.call(team.owner, 'PUT', `/team/${sender.uid}`, { role: 'Admin' });
    expect((await accept(await guest(email), tokenIn(sent.body.url))).code).toBe('invitation_revoked');
  });
});

describe('signing up with an invitation', () => {
  const password = 'correct horse battery';
  const signUp = (email: string, invitation: string) =>
    team.outside<{ id_token: string }>(null, 'POST', '/auth/sign-up', { name: 'Greta', email, password, invitation });
  const userOf = async (email: string) =>
    (
      await sql<{ id: string; verified: boolean }>(
        'select id, email_verified_at is not null as verified from users where email = $1',
        [email],
      )
    )[0];

  it('by the copied link works without email, and leaves the address unverified', async () => {
    const email = newAddress();
    const { body } = await invite(email);
    const answer = await signUp(email, tokenIn(body.url));
    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([
      200,
      ['expires_in', 'id_token', 'refresh_token'],
    ]);
    expect(await userOf(email)).toMatchObject({ verified: false });
    const headers = { authorization: `Bearer ${answer.body.id_token}` };
    const payload = { token: tokenIn(body.url) };
    const joined = await server.app.http.inject({ method: 'POST', url: '/api/invitations/accept', payload, headers });
    expect(joined.statusCode).toBe(200);
  });

  it('by the email verifies the address', async () => {
    const email = newAddress();
    await invite(email);
    expect((await signUp(email, await linkTo(server, email, 'token'))).status).toBe(200);
    expect(await userOf(email)).toMatchObject({ verified: true });
  });

  it('for another address, with an expired link, or with an existing user creates no one', async () => {
    const email = newAddress();
    const { body } = await invite(email);
    expect((await signUp(newAddress(), tokenIn(body.url))).code).toBe('invitation_for_another');
    const user = await guest(email);
    expect((await signUp(email, tokenIn(body.url))).code).toBe('account_exists');
    await expire(body.id);
    expect((await signUp(email, tokenIn(body.url))).code).toBe('invitation_expired');
    expect((await signUp(email, 'x'.repeat(43))).status).toBe(404);
    expect((await userOf(email))?.id).toBe(user.uid);
  });

  it('by 8 tabs at once creates one user', async () => {
    const email = newAddress();
    const { body } = await invite(email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(email, tokenIn(body.url))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });
});
