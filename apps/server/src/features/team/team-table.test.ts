import type { TeamMember } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Team } from '../../testing/team.ts';
import { bearer, type TestUser } from '../../testing/users.ts';

let server: TestServer;
let team: Team;
let channelId: string;

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  // What is played in a sandbox is in no figure of the team.
  const { rows } = await server.owner.query('update channels set sandbox = false where client_id = $1 returning id', [
    team.clientId,
  ]);
  channelId = rows[0].id;
});
afterAll(() => server.close());

type Line = { minutesAgo: number; by: TestUser | 'customer' | 'bot'; source?: string; status?: number };

/** A conversation whose messages stand at these minutes. */
async function conversation(lines: Line[]): Promise<void> {
  const [contact, thread] = [newId(), newId()];
  await server.owner.query('insert into contacts (client_id, id, name) values ($1, $2, $3)', [
    team.clientId,
    contact,
    'Otto',
  ]);
  await server.owner.query('insert into threads (client_id, id, channel_id, contact_id) values ($1, $2, $3, $4)', [
    team.clientId,
    thread,
    channelId,
    contact,
  ]);
  for (const { minutesAgo, by, source = 'INBOX', status } of lines) {
    const incoming = by === 'customer';
    await server.owner.query(
      `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, source, medium, type, status,
         content, created_by, created_at, "timestamp", sort_at)
       select $1, $2, $3, $4, $5, $6, $7, 'WEB_APP', 'text', $8, '{"body": "x"}', $9, at, at, date_trunc('second', at)
       from (select now() - $10 * interval '1 minute' as at) t`,
      [
        ...[team.clientId, newId(), thread, channelId, contact, incoming ? 'INCOMING' : 'OUTGOING', source],
        ...[status ?? (incoming ? 2 : 1), incoming ? 'webhook' : by === 'bot' ? 'bot' : by.uid, minutesAgo],
      ],
    );
  }
}
const memberOf = async (user: TestUser, by: TestUser = team.owner) =>
  (await team.call<TeamMember>(by, 'GET', `/team/${user.uid}`)).body;
const timesOf = async (user: TestUser) => {
  const { first_reply_median_s: median, first_replies: count } = await memberOf(user);
  return [median, count];
};
const exportAs = async (user: TestUser) => {
  const headers = await bearer(team.auth, user, { clientId: team.clientId, role: 'User' });
  return server.app.http.inject({ method: 'GET', url: '/api/team/export', headers });
};

describe('the median first reply', () => {
  it('is absent for a member without answers', async () => {
    expect(await timesOf(await team.add('User'))).toEqual([null, 0]);
  });

  it('counts from the first unanswered message of a customer to the first reply, and only that reply', async () => {
    const account = await team.add('User');
    await conversation([
      { minutesAgo: 100, by: 'customer' },
      { minutesAgo: 95, by: 'customer' },
      { minutesAgo: 90, by: account },
      { minutesAgo: 80, by: account },
      { minutesAgo: 60, by: 'customer' },
      { minutesAgo: 40, by: account },
    ]);
    await conversation([
      { minutesAgo: 100, by: 'customer' },
      { minutesAgo: 10, by: account },
    ]);
    // 10, 20 and 90 minutes.
    expect(await timesOf(account)).toEqual([20 * 60, 3]);
  });

  it('leaves out replies to messages we started, those answered by others first, failed, broadcast, or older than seven days', async () => {
    const [member, other] = [await team.add('User'), await team.add('User')];
    await conversation([{ minutesAgo: 30, by: member }]);
    await conversation([
      { minutesAgo: 50, by: 'customer' },
      { minutesAgo: 45, by: other },
      { minutesAgo: 30, by: member },
    ]);
    await conversation([
      { minutesAgo: 50, by: 'customer' },
      { minutesAgo: 45, by: 'bot' },
      { minutesAgo: 30, by: member },
    ]);
    await conversation([
      { minutesAgo: 50, by: 'customer' },
      { minutesAgo: 20, by: member, status: -1 },
    ]);
    await conversation([
      { minutesAgo: 50, by: 'customer' },
      { minutesAgo: 20, by: member, source: 'BROADCAST' },
    ]);
    await conversation([
      { minutesAgo: 8 * 24 * 60, by: 'customer' },
      { minutesAgo: 8 * 24 * 60 - 5, by: member },
    ]);
    expect(await timesOf(member)).toEqual([null, 0]);
    expect(await timesOf(other)).toEqual([300, 1]);
  });

  it('of other members is not shown to Users, their own is', async () => {
    const [member, other] = [await team.add('User'), await team.add('User')];
    await conversation([
      { minutesAgo: 50, by: 'customer' },
      { minutesAgo: 45, by: member },
    ]);
    expect(await memberOf(member, other)).toMatchObject({ first_reply_median_s: null, first_replies: null });
    expect(await memberOf(member, member)).toMatchObject({ first_reply_median_s: 300, first_replies: 1 });
  });
});

describe('the export', () => {
  it('has every member once, with harmless formulas', async () => {
    const names = ['=HYPERLINK("http://evil.example")', '+cmd', '@sum', '-2+3', 'Semi;colon, "quoted"'];
    for (const name of names) await team.add('User', name);
    const response = await exportAs(team.owner);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="team.csv"',
    });
    const [head = '', ...lines] = response.body.replace('\uFEFF', '').split('\r\n').filter(Boolean);
    expect(head.split(',').slice(0, 4)).toEqual(['Name', 'Email', 'Role', 'Status']);
    expect(head).toContain('Median first reply');
    const { rows } = await server.owner.query('select count(*)::int as n from client_users where client_id = $1', [
      team.clientId,
    ]);
    expect(lines).toHaveLength(rows[0].n);
    for (const name of ['+cmd', '@sum', '-2+3']) expect(response.body).toContain(`\r\n'${name},`);
    expect(response.body).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(response.body).not.toMatch(/\n[=@+-]/);
  });

  it('is paged', async () => {
    await server.owner.query(
      `insert into users (id, email, display_name)
       select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'many' || n || '@example.com', 'Many' from generate_series(1, 450) n`,
    );
    await server.owner.query(
      `insert into client_users (client_id, user_id, role, name, email)
       select $1, id, 'User', display_name, email from users where email like 'many%'`,
      [team.clientId],
    );
    const { body } = await exportAs(team.owner);
    const listed = body.match(/many\d+@example\.com/g) ?? [];
    expect([listed.length, new Set(listed).size]).toEqual([450, 450]);
  });

  it('has for a User only a User’s columns, and is refused without the export permission', async () => {
    const user = await team.add('User');
    const { body, statusCode } = await exportAs(user);
    expect(statusCode).toBe(200);
    expect(body.split('\r\n')[0]).toBe('\uFEFFName,Email,Role,Status,Groups,Joined at');
    await team.call(team.owner, 'PUT', `/team/${user.uid}`, { restrictions: { no_export: true } });
    expect((await exportAs(user)).statusCode).toBe(403);
    const other = await team.add('User');
    await team.call(team.owner, 'PUT', '/client', { user_restrictions: { no_export: true } });
    expect((await exportAs(other)).statusCode).toBe(403);
    expect((await exportAs(team.owner)).statusCode).toBe(200);
  });
});
