import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { emailsTo } from '../../testing/emails.ts';
import { neverDue } from '../../testing/never-due.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { signInSyncConnection } from '../../testing/sync-connection.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';
import { createUser } from '../../testing/users.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const sql = async <R>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await server.owner.query(text, values)).rows as R[];
const offer = (team: Team, to: { uid: string }, from: Member = team.owner) =>
  team.call<{ id: string }>(from, 'POST', '/client/transfer', { user_id: to.uid });
const shownTo = async (team: Team, user: Member) =>
  (await team.call<{ transfer: { id: string } | null }>(user, 'GET', '/client/transfer')).body.transfer;
const rolesOf = async (team: Team) =>
  Object.fromEntries(
    (
      await sql<{ user_id: string; role: string }>('select user_id, role from client_users where client_id = $1', [
        team.clientId,
      ])
    ).map(({ user_id, role }) => [user_id, role]),
  );
const ageSignIn = (user: Member) =>
  server.owner.query(`update sessions set auth_time = now() - interval '11 minutes' where id = $1`, [user.sid]);

describe('transferring the account', () => {
  it('needs both: the offer changes nothing, accepting swaps the roles at once', async () => {
    const team = await createTeam(server);
    const [admin, bystander] = [await team.add('Admin'), await team.add('Admin')];
    expect((await offer(team, admin)).status).toBe(201);
    expect((await offer(team, admin)).status).toBe(200);
    expect(await rolesOf(team)).toMatchObject({ [team.owner.uid]: 'Owner', [admin.uid]: 'Admin' });
    expect(await emailsTo(server, admin.email)).toHaveLength(1);
    expect([await shownTo(team, bystander), (await shownTo(team, admin))?.id]).toEqual([null, expect.any(String)]);
    expect((await team.call(bystander, 'POST', '/client/transfer/accept')).status).toBe(404);
    const live = await signInSyncConnection(server.url, await team.tokenOf(admin));
    expect((await team.call(admin, 'POST', '/client/transfer/accept')).status).toBe(204);
    expect((await live.closed).code).toBe(4401);
    expect(await rolesOf(team)).toMatchObject({ [team.owner.uid]: 'Admin', [admin.uid]: 'Owner' });
    expect((await team.call(admin, 'POST', '/client/transfer/accept')).status).toBe(404);
    expect(await shownTo(team, admin)).toBeNull();
  });

  it('accepted 8 times at once happens once', async () => {
    const team = await createTeam(server);
    const user = await team.add('User');
    await offer(team, user);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => team.call(user, 'POST', '/client/transfer/accept')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(7).fill(404)]);
    expect(await rolesOf(team)).toEqual({ [team.owner.uid]: 'Admin', [user.uid]: 'Owner' });
  });

  it('needs an Owner with a recent sign-in, and another member', async () => {
    const team = await createTeam(server);
    const [admin, suspended, other] = [await team.add('Admin'), await team.add('User'), await team.add('Owner')];
    await team.call(team.owner, 'PUT', `/team/${suspended.uid}`, { suspended: true });
    expect((await offer(team, admin, admin)).status).toBe(403);
    for (const id of [newId(), suspended.uid, (await createUser(server.owner)).uid]) {
      expect((await offer(team, { uid: id })).status).toBe(404);
    }
    expect((await offer(team, other)).status).toBe(422);
    await ageSignIn(team.owner);
    expect((await offer(team, admin)).code).toBe('requires-recent-login');
  });

  it('is one offer at a time, which can be withdrawn, declined, or expires', async () => {
    const team = await createTeam(server);
    const [a, b] = [await team.add('Admin'), await team.add('Admin')];
    await offer(team, a);
    expect((await offer(team, b)).code).toBe('transfer_exists');
    expect((await team.call(b, 'POST', '/client/transfer/decline')).status).toBe(404);
    expect((await team.call(a, 'POST', '/client/transfer/decline')).status).toBe(204);
    expect((await offer(team, b)).status).toBe(201);
    expect((await team.call(team.owner, 'DELETE', '/client/transfer')).status).toBe(204);
    expect((await team.call(b, 'POST', '/client/transfer/accept')).status).toBe(404);
    await offer(team, b);
    await sql(`update client_transfers set expires_at = now() where client_id = $1`, [team.clientId]);
    expect((await team.call(b, 'POST', '/client/transfer/accept')).status).toBe(404);
    expect((await offer(team, a)).status).toBe(201);
  });

  it('is void when its sender is no longer an Owner, or when either leaves', async () => {
    const team = await createTeam(server);
    const [a, second] = [await team.add('Admin'), await team.add('Owner')];
    await offer(team, a);
    await team.call(second, 'PUT', `/team/${team.owner.uid}`, { role: 'Admin' });
    expect((await team.call(a, 'POST', '/client/transfer/accept')).status).toBe(404);
    await team.call(second, 'DELETE', '/client/transfer');
    await offer(team, a, second);
    await team.call(second, 'DELETE', `/team/${a.uid}`);
    expect(await sql('select from client_transfers where client_id = $1', [team.clientId])).toEqual([]);
  });

  it('while the sender leaves keeps an Owner', async () => {
    for (let round = 0; round < 8; round++) {
      const team = await createTeam(server);
      const admin = await team.add('Admin');
      await offer(team, admin);
      await Promise.all([
        team.call(admin, 'POST', '/client/transfer/accept'),
        team.call(team.owner, 'DELETE', `/team/${team.owner.uid}`),
      ]);
      expect(Object.values(await rolesOf(team)).filter((role) => role === 'Owner')).toHaveLength(1);
    }
  });
});

describe('closing the account', () => {
  const close = (team: Team, user: Member, name = 'Kestrel shop') => team.call(user, 'POST', '/client/close', { name });

  it('signs everyone out immediately, frees its numbers and notifies the team', async () => {
    const team = await createTeam(server);
    const user = await team.add('User');
    const key = await team.call<{ key: string }>(team.owner, 'POST', '/api-keys', {
      name: 'K',
      scopes: ['threads:read'],
    });
    const pings = neverDue('setInterval', 25_000);
    const live = await signInSyncConnection(server.url, await team.tokenOf(user));
    expect(pings()).toBe(1);
    expect((await close(team, team.owner)).status).toBe(204);
    expect((await live.closed).code).toBe(4403);
    for (const account of [team.owner, user]) {
      expect((await team.call(account, 'GET', '/bootstrap')).status).toBe(401);
      const profile = await team.outside<{ accounts: object[] }>(account, 'GET', '/auth/profile');
      expect(profile.body.accounts).toEqual([]);
    }
    const headers = { authorization: `Bearer ${key.body.key}` };
    expect((await server.app.http.inject({ url: '/api/threads', headers })).statusCode).toBe(401);
    expect(await sql('select from channel_routes where client_id = $1', [team.clientId])).toEqual([]);
    expect((await emailsTo(server, user.email)).map(({ kind }) => kind)).toEqual(['team.account_closed']);
    expect(await emailsTo(server, team.owner.email)).toEqual([]);
  });

  it('needs the Owner, the name and a recent sign-in', async () => {
    const team = await createTeam(server);
    const admin = await team.add('Admin');
    expect((await close(team, admin)).status).toBe(403);
    expect((await close(team, team.owner, 'kestrel')).status).toBe(422);
    await ageSignIn(team.owner);
    expect((await close(team, team.owner)).code).toBe('requires-recent-login');
    expect((await team.call(team.owner, 'GET', '/client')).status).toBe(200);
  });
});

describe('groups', () => {
  type Group = { id: string; name: string; member_ids: string[]; version: number };

  it('are created, renamed, filled and deleted by Admins, and readable for all; the feed reports it', async () => {
    const team = await createTeam(server);
    const [admin, user] = [await team.add('Admin'), await team.add('User')];
    const live = await signInSyncConnection(server.url, await team.tokenOf(user));
    const id = newId();
    const make = () =>
      team.call<Group>(admin, 'POST', '/user-groups', { id, name: 'Sales', member_ids: [user.uid, admin.uid] });
    const [first, again] = [await make(), await make()];
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
    expect((await team.call(admin, 'POST', '/user-groups', { id, name: 'Other' })).code).toBe('id_conflict');
    expect((await team.call(admin, 'POST', '/user-groups', { name: 'SALES' })).code).toBe('name_taken');
    const changed = await team.call<Group>(admin, 'PUT', `/user-groups/${id}`, {
      name: 'Service',
      member_ids: [user.uid],
    });
    expect(changed.body).toMatchObject({ name: 'Service', member_ids: [user.uid], version: 2 });
    expect((await team.call<{ data: Group[] }>(user, 'GET', '/user-groups')).body.data).toEqual([changed.body]);
    expect((await team.call(user, 'PUT', `/user-groups/${id}`, { name: 'Mine' })).status).toBe(403);
    expect((await team.call(admin, 'DELETE', `/user-groups/${id}`)).status).toBe(204);
    const markers = await live.next('changes', ({ changes }) => changes.some(({ marker }) => marker === 'DELETED'));
    expect(markers.changes).toContainEqual(expect.objectContaining({ collection: 'user_groups', id }));
    live.close();
  });

  it('accept only members of this account', async () => {
    const team = await createTeam(server);
    for (const id of [newId(), (await createUser(server.owner)).uid]) {
      expect((await team.call(team.owner, 'POST', '/user-groups', { name: 'X', member_ids: [id] })).status).toBe(404);
    }
    const member = await team.add('User');
    const unknown = { group_ids: [newId()] };
    expect((await team.call(team.owner, 'PUT', `/team/${member.uid}`, unknown)).status).toBe(404);
    expect((await team.call<{ data: Group[] }>(team.owner, 'GET', '/user-groups')).body.data).toEqual([]);
  });
});
