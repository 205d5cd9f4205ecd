import type { JoinOffer, JoinRequest } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { emailsTo, emailTo } from '../../testing/emails.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Team } from '../../testing/team.ts';
import { createAccount, createUser, type TestUser } from '../../testing/users.ts';

const domain = 'kestrel.example';
let server: TestServer;
let team: Team;
let fresh = 0;

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  team.owner.email = `olga@${domain}`;
  await confirm(team.owner.uid, team.owner.email);
  await server.owner.query('update client_users set email = $2 where user_id = $1', [team.owner.uid, team.owner.email]);
  await allow(true);
});
afterAll(() => server.close());

async function confirm(uid: string, email: string, confirmed = true): Promise<void> {
  await server.owner.query(
    'update users set email = $2, email_verified_at = case when $3 then now() end where id = $1',
    [uid, email, confirmed],
  );
}
const allow = (on: boolean, user: TestUser = team.owner) => team.call(user, 'PUT', '/client', { join_by_domain: on });
async function createJoiner({ at = domain, confirmed = true } = {}): Promise<TestUser> {
  const applicant = await createUser(server.owner, 'Carla Colleague');
  const email = `carla${fresh++}@${at}`;
  await confirm(applicant.uid, email, confirmed);
  return { ...applicant, email };
}
const offers = async (user: TestUser) =>
  (await team.outside<{ data: JoinOffer[] }>(user, 'GET', '/join-requests/offers')).body.data;
const askIn = (user: TestUser, clientId = team.clientId) =>
  team.outside<JoinOffer>(user, 'POST', '/join-requests', { client_id: clientId });
const waiting = async (by: TestUser = team.owner) =>
  (await team.call<{ data: JoinRequest[] }>(by, 'GET', '/join-requests?limit=200')).body.data;
const answer = (user: TestUser, what: 'accept' | 'decline', by: TestUser = team.owner, role = 'User') =>
  team.call(by, 'POST', `/join-requests/${user.uid}/${what}`, what === 'accept' ? { role } : undefined);
const rolesOf = async (user: TestUser) =>
  (
    await server.owner.query('select role from client_users where client_id = $1 and user_id = $2', [
      team.clientId,
      user.uid,
    ])
  ).rows.map(({ role }) => role);

describe('requesting to join', () => {
  it('is offered to a verified user, and creates one request and one email to each Owner, however often repeated', async () => {
    const applicant = await createJoiner();
    expect(await offers(applicant)).toEqual([
      { client_id: team.clientId, name: 'Kestrel shop', logo_url: null, state: 'offered', asked_at: null },
    ]);
    const before = (await emailsTo(server, team.owner.email)).length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => askIn(applicant)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
    expect(answers[0]?.body).toMatchObject({ state: 'asked' });
    expect((await emailsTo(server, team.owner.email)).length).toBe(before + 1);
    expect((await emailTo(server, team.owner.email)).text).toContain(applicant.email);
    expect((await waiting()).filter(({ user_id: id }) => id === applicant.uid)).toEqual([
      { user_id: applicant.uid, name: 'Carla Colleague', email: applicant.email, created_at: expect.any(String) },
    ]);
    expect(await rolesOf(applicant)).toEqual([]);
  });

  const strangers: [string, () => Promise<TestUser>][] = [
    ['whose address is not confirmed', () => createJoiner({ confirmed: false })],
    ['of another domain', () => createJoiner({ at: 'other.example' })],
    ['of a domain that ends the same', () => createJoiner({ at: `not${domain}` })],
    ['of a domain below', () => createJoiner({ at: `shop.${domain}` })],
  ];
  it.each(strangers)('reveals nothing to a user %s, not even that the account exists', async (_who, make) => {
    const applicant = await make();
    expect(await offers(applicant)).toEqual([]);
    const refused = await askIn(applicant);
    const nowhere = await askIn(applicant, newId());
    expect([refused.status, nowhere.status]).toEqual([404, 404]);
    const { request_id: _own, ...words } = (refused.body as unknown as { error: Record<string, unknown> }).error;
    const { request_id: _other, ...same } = (nowhere.body as unknown as { error: Record<string, unknown> }).error;
    expect(words).toEqual(same);
  });

  it('is not offered for the domain of a public provider', async () => {
    const founder = await createUser(server.owner, 'Gerd Gmail');
    await confirm(founder.uid, 'gerd@gmail.com');
    const account = await createAccount(server.owner, founder, 'Gerd alone');
    await server.owner.query('update clients set join_by_domain = true where id = $1', [account]);
    const applicant = await createJoiner({ at: 'gmail.com' });
    expect(await offers(applicant)).toEqual([]);
    expect((await askIn(applicant, account)).status).toBe(404);
  });

  it('counts only the verified addresses of Owners and Admins who are not suspended', async () => {
    const at = 'leaders.example';
    const leader = await team.add('User');
    await confirm(leader.uid, `lea@${at}`);
    const applicant = await createJoiner({ at });
    expect(await offers(applicant)).toEqual([]);
    await team.call(team.owner, 'PUT', `/team/${leader.uid}`, { role: 'Admin' });
    expect(await offers(applicant)).toHaveLength(1);
    const domains = await team.call<{ data: string[] }>(team.owner, 'GET', '/join-requests/domains');
    expect(domains.body.data).toEqual([domain, at]);
    await team.call(team.owner, 'PUT', `/team/${leader.uid}`, { suspended: true });
    expect(await offers(applicant)).toEqual([]);
    await team.call(team.owner, 'PUT', `/team/${leader.uid}`, { suspended: false });
    await confirm(leader.uid, `lea@${at}`, false);
    expect(await offers(applicant)).toEqual([]);
  });

  it('is off until an Owner enables it, and an Admin cannot', async () => {
    const admin = await team.add('Admin');
    expect((await allow(false)).status).toBe(200);
    const applicant = await createJoiner();
    expect(await offers(applicant)).toEqual([]);
    expect((await askIn(applicant)).status).toBe(404);
    expect((await allow(true, admin)).code).toBe('forbidden');
    expect((await allow(true)).body).toMatchObject({ join_by_domain: true });
  });

  it('is not offered to a member', async () => {
    const member = await team.add('User');
    await confirm(member.uid, `member@${domain}`);
    expect(await offers(member)).toEqual([]);
    expect((await askIn(member)).status).toBe(404);
  });
});

describe('an answer', () => {
  it('admits once with the given role, sends an email, and removes the request from the list', async () => {
    const applicant = await createJoiner();
    await askIn(applicant);
    const answers = await Promise.all(Array.from({ length: 6 }, () => answer(applicant, 'accept')));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await rolesOf(applicant)).toEqual(['User']);
    expect((await emailsTo(server, applicant.email)).map(({ kind }) => kind)).toEqual(['team.let_in']);
    expect((await waiting()).some(({ user_id: id }) => id === applicant.uid)).toBe(false);
    expect(await offers(applicant)).toMatchObject([{ client_id: team.clientId, state: 'joined' }]);
    expect((await answer(applicant, 'decline')).code).toBe('join_request_answered');
    const switched = await team.outside(applicant, 'POST', '/auth/switch', { client_id: team.clientId });
    expect(switched.status).toBe(200);
  });

  it('declines once, and the user may ask again after thirty days', async () => {
    const applicant = await createJoiner();
    await askIn(applicant);
    expect((await answer(applicant, 'decline')).status).toBe(204);
    expect((await answer(applicant, 'decline')).status).toBe(204);
    expect((await answer(applicant, 'accept')).code).toBe('join_request_answered');
    expect(await offers(applicant)).toMatchObject([{ state: 'declined' }]);
    const tooSoon = await askIn(applicant);
    expect([tooSoon.status, tooSoon.body.state]).toEqual([200, 'declined']);
    expect((await waiting()).some(({ user_id: id }) => id === applicant.uid)).toBe(false);
    await server.owner.query(`update join_requests set answered_at = now() - interval '31 days' where user_id = $1`, [
      applicant.uid,
    ]);
    expect(await offers(applicant)).toMatchObject([{ state: 'offered' }]);
    expect((await askIn(applicant)).status).toBe(201);
    expect(await rolesOf(applicant)).toEqual([]);
  });

  it('of two at once is one', async () => {
    const applicant = await createJoiner();
    await askIn(applicant);
    const answers = await Promise.all([answer(applicant, 'accept'), answer(applicant, 'decline')]);
    const let_in = (await rolesOf(applicant)).length === 1;
    expect(answers.map(({ code }) => code)).toEqual(
      let_in ? [undefined, 'join_request_answered'] : ['join_request_answered', undefined],
    );
  });

  it('is for Admins and Owners, and an Admin cannot make an Owner', async () => {
    const [admin, user] = [await team.add('Admin'), await team.add('User')];
    const applicant = await createJoiner();
    await askIn(applicant);
    expect((await answer(applicant, 'accept', user)).status).toBe(403);
    expect((await answer(applicant, 'accept', admin, 'Owner')).status).toBe(422);
    expect((await answer(applicant, 'accept', admin, 'Admin')).status).toBe(200);
    expect(await rolesOf(applicant)).toEqual(['Admin']);
  });

  it('of a user who was admitted, left, and asks again is a new one', async () => {
    const applicant = await createJoiner();
    await askIn(applicant);
    await answer(applicant, 'accept');
    await team.call(team.owner, 'DELETE', `/team/${applicant.uid}`);
    expect((await answer(applicant, 'accept')).status).toBe(404);
    expect(await offers(applicant)).toMatchObject([{ state: 'offered' }]);
    expect((await askIn(applicant)).status).toBe(201);
    expect((await answer(applicant, 'accept')).status).toBe(200);
    expect(await rolesOf(applicant)).toEqual(['User']);
  });

  it('is deleted with its user', async () => {
    const applicant = await createJoiner();
    await askIn(applicant);
    expect((await team.outside(applicant, 'DELETE', '/auth/profile')).status).toBe(204);
    expect((await answer(applicant, 'accept')).status).toBe(404);
  });
});
