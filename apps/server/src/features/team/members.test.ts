import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { neverDue } from '../../testing/never-due.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { signInSyncConnection } from '../../testing/sync-connection.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';
import { createUser } from '../../testing/users.ts';
import { until } from '../../testing/world.ts';

let server: TestServer;
let team: Team;

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
});
afterAll(() => server.close());

type Rows = { data: Record<string, unknown>[]; next_cursor: string | null };

const sql = async <R>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await server.owner.query(text, values)).rows as R[];
const roleOf = async (user: Member) => {
  const [row] = await sql<{ role: string; suspended: boolean }>(
    'select role, suspended_at is not null as suspended from client_users where client_id = $1 and user_id = $2',
    [team.clientId, user.uid],
  );
  return row === undefined ? null : row.suspended ? 'suspended' : row.role;
};

async function threadOf(assignee: Member | null, state = 'ACTIVE'): Promise<string> {
  const [channel] = await sql<{ id: string }>('select id from channels where client_id = $1', [team.clientId]);
  const [contact, thread] = [newId(), newId()];
  await sql(`insert into contacts (client_id, id, name) values ($1, $2, 'Otto')`, [team.clientId, contact]);
  await sql(
    `insert into threads (client_id, id, channel_id, contact_id, state, assignee_id) values ($1, $2, $3, $4, $5, $6)`,
    [team.clientId, thread, channel?.id, contact, state, assignee?.uid ?? null],
  );
  return thread;
}
const assigneeOf = async (thread: string) =>
  (await sql<{ assignee_id: string | null }>('select assignee_id from threads where id = $1', [thread]))[0]
    ?.assignee_id;

describe('the list of members', () => {
  it('shows every member, and their settings to those who manage them', async () => {
    const [admin, user] = [await team.add('Admin'), await team.add('User')];
    await threadOf(user);
    await threadOf(user, 'DONE');
    const ofAdmin = await team.call<Rows>(admin, 'GET', '/team?limit=200');
    expect(ofAdmin.body.data.find((row) => row['user_id'] === user.uid)).toMatchObject({
      email: user.email,
      role: 'User',
      state: 'active',
      online: false,
      // The account's one channel is its sandbox.
      open_threads: 0,
      sandbox_threads: 1,
      restrictions: { only_assigned: false, channel_ids: null },
    });
    const ofUser = await team.call<Rows>(user, 'GET', '/team?limit=200');
    expect(ofUser.body.data.find((row) => row['user_id'] === admin.uid)).toMatchObject({
      role: 'Admin',
      restrictions: null,
      open_threads: null,
      last_seen_at: null,
      self: false,
    });
    expect(ofUser.body.data.find((row) => row['user_id'] === user.uid)).toMatchObject({ self: true });
  });

  it('is paged by name', async () => {
    const names: string[] = [];
    let cursor = '';
    do {
      const { body } = await team.call<Rows>(team.owner, 'GET', `/team?limit=2${cursor}`);
      names.push(...body.data.map(({ name }) => String(name)));
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor !== '');
    const all = (await team.call<Rows>(team.owner, 'GET', '/team?limit=200')).body.data;
    expect(names).toEqual(all.map(({ name }) => name));
    expect(names).toEqual([...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
  });

  it('shows who is online: while a connection is open, and not after', async () => {
    const user = await team.add('User');
    const shown = async () =>
      (await team.call(team.owner, 'GET', `/team/${user.uid}`)).body as {
        online: boolean;
        last_seen_at: string | null;
      };
    expect(await shown()).toMatchObject({ online: false, last_seen_at: null });
    const token = await team.tokenOf(user);
    const [one, two] = [await signInSyncConnection(server.url, token), await signInSyncConnection(server.url, token)];
    await until(async () => (await shown()).online);
    one.close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await shown()).online).toBe(true);
    two.close();
    await until(async () => !(await shown()).online);
    expect((await shown()).last_seen_at).not.toBeNull();
  });
});

describe('who may change which member', () => {
  const matrix: [string, string, object, number][] = [
    ['User', 'Admin', { name: 'Other' }, 403],
    ['User', 'User', { role: 'Admin' }, 403],
    ['Admin', 'User', { role: 'Admin' }, 200],
    ['Admin', 'Admin', { role: 'User' }, 200],
    ['Admin', 'User', { role: 'Owner' }, 403],
    ['Admin', 'Owner', { role: 'Admin' }, 403],
    ['Admin', 'Owner', { name: 'Other' }, 403],
    ['Admin', 'Owner', { suspended: true }, 403],
    ['Owner', 'Owner', { role: 'Admin' }, 200],
    ['Owner', 'User', { role: 'Owner' }, 200],
    ['Admin', 'User', { suspended: true }, 200],
    ['Admin', 'Admin', { restrictions: { only_assigned: true } }, 422],
    ['Admin', 'User', { role: 'Admin', restrictions: { no_export: true } }, 422],
    ['Admin', 'User', { restrictions: { no_export: true } }, 200],
  ];
  it.each(matrix)('%s changing %s with %j is %i', async (actor, target, change, status) => {
    const [a, b] = [await team.add(actor as 'User'), await team.add(target as 'User')];
    expect((await team.call(a, 'PUT', `/team/${b.uid}`, change)).status).toBe(status);
  });

  const own: [string, object, number][] = [
    ['User', { name: 'My name', away: true, working_hours: [{ day: 1, from: '09:00', to: '17:00' }] }, 200],
    ['User', { working_hours: [{ day: 5, from: '22:00', to: '06:00' }] }, 200],
    ['User', { customer_name: 'Dana' }, 200],
    ['User', { customer_name: null }, 200],
    ['User', { customer_name: '' }, 422],
    ['User', { working_hours: [{ day: 1, from: '09:00', to: '09:00' }] }, 422],
    ['User', { role: 'Admin' }, 403],
    ['Admin', { role: 'User' }, 403],
    ['Owner', { role: 'Admin' }, 403],
    ['Admin', { role: 'Admin', name: 'Same role' }, 200],
    ['Admin', { suspended: true }, 403],
    ['User', { restrictions: { no_export: false } }, 403],
    ['User', { group_ids: [] }, 403],
  ];
  it.each(own)('%s changing themselves with %j is %i', async (role, change, status) => {
    const account = await team.add(role as 'User');
    expect((await team.call(account, 'PUT', `/team/${account.uid}`, change)).status).toBe(status);
  });

  it.each([
    { user_id: newId() },
    { email: 'x@example.com' },
    { client_id: newId() },
    { role: 'owner' },
    { version: -1 },
  ])('rejects other fields: %j', async (change) => {
    expect((await team.call(team.owner, 'PUT', `/team/${(await team.add('User')).uid}`, change)).status).toBe(422);
  });

  it('reports when another member changed it meanwhile', async () => {
    const user = await team.add('User');
    const { version } = (await team.call(team.owner, 'GET', `/team/${user.uid}`)).body;
    expect((await team.call(team.owner, 'PUT', `/team/${user.uid}`, { name: 'One', version })).status).toBe(200);
    expect((await team.call(team.owner, 'PUT', `/team/${user.uid}`, { name: 'Two', version })).code).toBe(
      'version_conflict',
    );
  });

  it('sets restrictions to channels of this account only', async () => {
    const user = await team.add('User');
    const other = await createTeam(server);
    const [foreign] = await sql<{ id: string }>('select id from channels where client_id = $1', [other.clientId]);
    for (const id of [foreign?.id, newId()]) {
      const change = { restrictions: { channel_ids: [id] } };
      expect((await team.call(team.owner, 'PUT', `/team/${user.uid}`, change)).status).toBe(404);
    }
  });
});

describe('a changed role', () => {
  it('applies to the next call with the same token', async () => {
    const user = await team.add('User');
    const admin = await team.add('Admin');
    const headers = { authorization: `Bearer ${await team.tokenOf(user)}` };
    const tryIt = async () => (await server.app.http.inject({ url: '/api/invitations', headers })).statusCode;
    expect(await tryIt()).toBe(403);
    await team.call(admin, 'PUT', `/team/${user.uid}`, { role: 'Admin' });
    expect(await tryIt()).toBe(200);
    await team.call(admin, 'PUT', `/team/${user.uid}`, { role: 'User' });
    expect(await tryIt()).toBe(403);
    await team.call(admin, 'PUT', `/team/${user.uid}`, { suspended: true });
    expect(await tryIt()).toBe(401);
    await team.call(admin, 'PUT', `/team/${user.uid}`, { suspended: false });
    expect(await tryIt()).toBe(403);
    await team.call(admin, 'DELETE', `/team/${user.uid}`);
    expect(await tryIt()).toBe(401);
  });

  const endings: [string, (user: Member) => Promise<unknown>, number][] = [
    ['removal', (user) => team.call(team.owner, 'DELETE', `/team/${user.uid}`), 4403],
    ['leaving', (user) => team.call(user, 'DELETE', `/team/${user.uid}`), 4403],
    ['suspension', (user) => team.call(team.owner, 'PUT', `/team/${user.uid}`, { suspended: true }), 4403],
    ['another role', (user) => team.call(team.owner, 'PUT', `/team/${user.uid}`, { role: 'Admin' }), 4401],
    [
      'another limit',
      (user) => team.call(team.owner, 'PUT', `/team/${user.uid}`, { restrictions: { mask_phone_numbers: true } }),
      4401,
    ],
    [
      'another limit for all Users',
      () => team.call(team.owner, 'PUT', '/client', { user_restrictions: { no_export: true } }),
      4401,
    ],
    ['the end of their sessions', (user) => team.call(team.owner, 'POST', `/team/${user.uid}/sign-out`), 4401],
  ];
  it.each(endings)(
    '%s closes live connections without waiting for the next ping, and only those',
    async (name, end, code) => {
      const [user, bystander] = [await team.add('User'), await team.add('Admin')];
      const pings = neverDue('setInterval', 25_000);
      const live = await signInSyncConnection(server.url, await team.tokenOf(user));
      const other = await signInSyncConnection(server.url, await team.tokenOf(bystander));
      expect(pings()).toBe(2);
      await end(user);
      expect((await live.closed).code).toBe(code);
      // Members who still belong here and have a session get a new token: data read so far is discarded first.
      const isReset = live.frames.some((frame) => frame.type === 'reset');
      expect(isReset).toBe(code === 4401 && name !== 'the end of their sessions');
      expect(other.socket.readyState).toBe(other.socket.OPEN);
      other.close();
    },
  );

  it('appears in the feed of the others, and the name of a former member stays', async () => {
    const user = await team.add('User', 'Ursula User');
    const live = await signInSyncConnection(server.url, await team.tokenOf(team.owner));
    await team.call(team.owner, 'PUT', `/team/${user.uid}`, { role: 'Admin' });
    await until(async () =>
      live.changes().some(({ id, data }) => id === user.uid && (data as Member).role === 'Admin'),
    );
    await team.call(team.owner, 'DELETE', `/team/${user.uid}`);
    const gone = await until(async () =>
      live.changes().find(({ id, data }) => id === user.uid && (data as { state: string }).state === 'former'),
    );
    expect(gone).toMatchObject({ collection: 'users', marker: 'MODIFIED', data: { name: 'Ursula User', email: '' } });
    live.close();
    const start = await team.call<{ users: { id: string }[] }>(team.owner, 'GET', '/bootstrap');
    expect(start.body.users.find(({ id }) => id === user.uid)).toMatchObject({ name: 'Ursula User', state: 'former' });
    const listed = (await team.call(team.owner, 'GET', '/users?limit=200')).body as unknown as {
      data: { id: string }[];
    };
    expect(listed.data.find(({ id }) => id === user.uid)).toBeUndefined();
  });
});

describe('removing a member', () => {
  it('reassigns their conversations, including DONE ones, and notifies the feed', async () => {
    const [user, heir] = [await team.add('User'), await team.add('User')];
    const threads = [await threadOf(user), await threadOf(user, 'DONE'), await threadOf(null)];
    const removed = await team.call(team.owner, 'DELETE', `/team/${user.uid}?reassign_to=${heir.uid}`);
    expect(removed.status).toBe(204);
    expect(await Promise.all(threads.map(assigneeOf))).toEqual([heir.uid, heir.uid, null]);
  });

  it('unassigns them when no one is named', async () => {
    const user = await team.add('User');
    const thread = await threadOf(user);
    await team.call(team.owner, 'DELETE', `/team/${user.uid}`);
    expect(await assigneeOf(thread)).toBeNull();
  });

  it('reassigning to a missing, suspended or the same member changes nothing', async () => {
    const [user, suspended] = [await team.add('User'), await team.add('User')];
    await team.call(team.owner, 'PUT', `/team/${suspended.uid}`, { suspended: true });
    const stranger = await createUser(server.owner);
    for (const id of [stranger.uid, newId(), suspended.uid, user.uid]) {
      expect((await team.call(team.owner, 'DELETE', `/team/${user.uid}?reassign_to=${id}`)).status).toBe(404);
    }
    expect(await roleOf(user)).toBe('User');
  });

  it('while a conversation is assigned to them leaves none assigned to a former member', async () => {
    for (let round = 0; round < 10; round++) {
      const user = await team.add('User');
      const thread = await threadOf(null);
      await Promise.all([
        team.call(team.owner, 'DELETE', `/team/${user.uid}`),
        team.call(team.owner, 'PUT', `/threads/${thread}`, { assignee_id: user.uid }),
      ]);
      expect(await assigneeOf(thread)).toBeNull();
    }
  });

  it('removes them from groups, and they can come back', async () => {
    const user = await team.add('User');
    const group = await team.call(team.owner, 'POST', '/user-groups', { name: `G${newId()}`, member_ids: [user.uid] });
    await team.call(team.owner, 'DELETE', `/team/${user.uid}`);
    const groups = await team.call<Rows>(team.owner, 'GET', '/user-groups');
    expect(groups.body.data.find(({ id }) => id === group.body['id'])).toMatchObject({ member_ids: [] });
    const before = await sql<{ version: number }>('select version::int from former_members where user_id = $1', [
      user.uid,
    ]);
    const invited = await team.call(team.owner, 'POST', '/invitations', { email: user.email, role: 'User' });
    const token = String(invited.body['url']).split('token=')[1];
    expect((await team.outside(user, 'POST', '/invitations/accept', { token })).status).toBe(200);
    const after = await sql<{ version: number }>('select version::int from client_users where user_id = $1', [
      user.uid,
    ]);
    expect(after[0]?.version).toBeGreaterThan(before[0]?.version ?? 0);
    expect(await sql('select from former_members where user_id = $1', [user.uid])).toEqual([]);
  });
});

describe('reassigning without removing', () => {
  it('moves their conversations and returns the number', async () => {
    const [from, to] = [await team.add('User'), await team.add('User')];
    const thread = await threadOf(from);
    const path = `/team/${from.uid}/reassign-threads`;
    expect((await team.call(team.owner, 'POST', path, { to: to.uid })).body).toEqual({ threads: 1 });
    expect(await assigneeOf(thread)).toBe(to.uid);
    expect((await team.call(team.owner, 'POST', path, { to: newId() })).status).toBe(404);
    expect((await team.call(from, 'POST', path, { to: null })).status).toBe(403);
  });
});

describe('assigning a conversation', () => {
  it('to a suspended, former or unknown member is the same 404', async () => {
    const [suspended, former] = [await team.add('User'), await team.add('User')];
    await team.call(team.owner, 'PUT', `/team/${suspended.uid}`, { suspended: true });
    await team.call(team.owner, 'DELETE', `/team/${former.uid}`);
    const thread = await threadOf(null);
    for (const id of [suspended.uid, former.uid, (await createUser(server.owner)).uid, newId()]) {
      const answer = await team.call(team.owner, 'PUT', `/threads/${thread}`, { assignee_id: id });
      expect([answer.status, answer.code]).toEqual([404, 'not_found']);
    }
    expect(await assigneeOf(thread)).toBeNull();
  });
});

describe('the last Owner', () => {
  it('cannot leave, be removed, be demoted or be suspended', async () => {
    const alone = await createTeam(server);
    const admin = await alone.add('Admin');
    const own = `/team/${alone.owner.uid}`;
    expect((await alone.call(alone.owner, 'DELETE', own)).code).toBe('last_owner');
    expect((await alone.call(admin, 'DELETE', own)).status).toBe(403);
    const second = await alone.add('Owner');
    expect((await alone.call(second, 'PUT', own, { suspended: true })).status).toBe(200);
    expect((await alone.call(second, 'DELETE', `/team/${second.uid}`)).code).toBe('last_owner');
    expect((await alone.call(second, 'DELETE', own)).status).toBe(204);
    expect((await alone.call(second, 'DELETE', `/team/${second.uid}`)).code).toBe('last_owner');
  });

  it('is not lost when 120 Owners leave at once', async () => {
    const largeTeam = await createTeam(server);
    const owners = [largeTeam.owner, ...(await Promise.all(Array.from({ length: 119 }, () => largeTeam.add('Owner'))))];
    const answers = await Promise.all(owners.map((owner) => largeTeam.call(owner, 'DELETE', `/team/${owner.uid}`)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(119);
    expect(answers.filter(({ code }) => code === 'last_owner')).toHaveLength(1);
    const left = await sql('select from client_users where client_id = $1 and role = $2', [
      largeTeam.clientId,
      'Owner',
    ]);
    expect(left).toHaveLength(1);
  });

  it('is not lost when Owners demote, suspend or remove each other at once', async () => {
    const requests: [string, object?][] = [['PUT', { role: 'Admin' }], ['PUT', { suspended: true }], ['DELETE']];
    for (let round = 0; round < 12; round++) {
      const pair = await createTeam(server);
      const [a, b] = [pair.owner, await pair.add('Owner')];
      const [method, payload] = requests[round % requests.length] ?? ['DELETE'];
      const answers = await Promise.all([
        pair.call(a, method, `/team/${b.uid}`, payload),
        pair.call(b, method, `/team/${a.uid}`, payload),
      ]);
      const [left] = await sql<{ n: number }>(
        `select count(*)::int as n from client_users where client_id = $1 and role = 'Owner' and suspended_at is null`,
        [pair.clientId],
      );
      expect(left?.n).toBe(1);
      for (const { status } of answers) expect([200, 204, 401, 403, 404, 409]).toContain(status);
    }
  });
});

describe('ending a member’s sessions', () => {
  it('ends those in this account and no others', async () => {
    const user = await team.add('User');
    const [{ sid: here }, otherSession] = [await team.sessionOf(user), user.sid];
    expect((await team.call(team.owner, 'POST', `/team/${user.uid}/sign-out`)).body).toEqual({ sessions: 1 });
    const living = await sql<{ id: string }>('select id from sessions where id = any($1) and revoked_at is null', [
      [here, otherSession],
    ]);
    expect(living).toEqual([{ id: otherSession }]);
  });
});
