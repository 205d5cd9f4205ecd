import type { SavedReport } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailsTo } from '../../../testing/emails.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../../testing/team.ts';
import { until } from '../../../testing/world.ts';
import { startEmails } from './due-emails.ts';

let server: TestServer;
let team: Team;
let pia: Member;
let kim: Member;

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  pia = await team.add('User', 'Pia');
  kim = await team.add('User', 'Kim');
});
afterAll(() => server.close());

const week = { period: '7d' };
async function save(by: Member, body: object): Promise<SavedReport> {
  const made = await team.call<SavedReport>(by, 'POST', '/saved-reports', { name: 'Week', query: week, ...body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
}
const namesFor = async (by: Member) =>
  (await team.call<{ data: SavedReport[] }>(by, 'GET', '/saved-reports')).body.data.map(({ name }) => name);
const emailOf = async (by: Member, id: string) =>
  (await team.call<{ data: SavedReport[] }>(by, 'GET', '/saved-reports')).body.data.find((row) => row.id === id)?.email;
const monday = { day: 'mon', at: '08:00' };
const subscribe = (by: Member, id: string, body: object = monday) =>
  team.call(by, 'PUT', `/saved-reports/${id}/email`, body);
/** Monday, 08:00 in London. */
const due = new Date('2026-11-30T08:00:00Z');
const setDue = (id: string, at: string) =>
  server.owner.query('update report_emails set next_at = $2 where report_id = $1', [id, at]);
const reportEmails = async ({ email }: Member) =>
  (await emailsTo(server, email)).filter(({ kind }) => kind === 'reports.email');

describe('a saved report', () => {
  it('is its member’s own, or everyone’s; others see it and only Admins change it', async () => {
    const own = await save(pia, { name: 'Mine' });
    const shared = await save(pia, { name: 'Ours', shared: true, tables: true, query: { period: '90d' } });
    expect(await namesFor(pia)).toEqual(['Mine', 'Ours']);
    expect(await namesFor(kim)).toEqual(['Ours']);
    expect((await team.call(kim, 'PUT', `/saved-reports/${own.id}`, { name: 'X' })).status).toBe(404);
    expect((await team.call(kim, 'PUT', `/saved-reports/${shared.id}`, { name: 'X' })).status).toBe(403);
    expect((await team.call(kim, 'DELETE', `/saved-reports/${shared.id}`)).status).toBe(403);
    const changed = await team.call<SavedReport>(team.owner, 'PUT', `/saved-reports/${shared.id}`, { name: 'Quarter' });
    expect(changed.body).toMatchObject({ name: 'Quarter', tables: true, query: { period: '90d' }, owner_id: pia.uid });
    for (const { id } of [own, shared]) {
      expect((await team.call(pia, 'DELETE', `/saved-reports/${id}`)).status).toBe(200);
    }
    expect(await namesFor(pia)).toEqual([]);
  });

  it('has a name that its member gave to no other', async () => {
    const [one, other] = [await save(pia, { name: 'Week' }), await save(pia, { name: 'Month' })];
    const theirs = await save(kim, { name: 'Week' });
    const taken = await team.call(pia, 'POST', '/saved-reports', { name: 'WEEK', query: week });
    expect(taken).toMatchObject({ status: 409, code: 'name_taken' });
    expect(await team.call(pia, 'PUT', `/saved-reports/${other.id}`, { name: 'week' })).toMatchObject({ status: 409 });
    await team.call(pia, 'DELETE', `/saved-reports/${one.id}`);
    expect((await team.call(pia, 'PUT', `/saved-reports/${other.id}`, { name: 'Week' })).status).toBe(200);
    await team.call(pia, 'DELETE', `/saved-reports/${other.id}`);
    await team.call(kim, 'DELETE', `/saved-reports/${theirs.id}`);
  });

  it('is saved once however often the call is repeated, and its id belongs to it', async () => {
    const id = crypto.randomUUID();
    const body = { id, name: 'Week', query: week };
    const answers = [];
    for (let n = 0; n < 2; n++) answers.push((await team.call(pia, 'POST', '/saved-reports', body)).status);
    expect(answers).toEqual([201, 200]);
    for (const [by, other] of [
      [pia, { ...body, name: 'Other' }],
      [kim, body],
    ] as const) {
      expect((await team.call(by, 'POST', '/saved-reports', other)).code).toBe('id_conflict');
    }
  });

  it('about another member is not offered to members who may not read it', async () => {
    const { id } = await save(team.owner, { name: 'Of Pia', shared: true, query: { ...week, member_id: pia.uid } });
    expect(await namesFor(team.owner)).toContain('Of Pia');
    expect(await namesFor(pia)).toContain('Of Pia');
    expect(await namesFor(kim)).not.toContain('Of Pia');
    expect((await subscribe(kim, id)).status).toBe(404);
    expect((await team.call(kim, 'DELETE', `/saved-reports/${id}`)).status).toBe(404);
    const about = { name: 'X', query: { ...week, member_id: pia.uid } };
    expect((await team.call(kim, 'POST', '/saved-reports', about)).status).toBe(403);
  });
});

describe('its email', () => {
  it('is sent at its time every week, once, with what the member may read', async () => {
    const { id } = await save(team.owner, { name: 'Sales week', shared: true });
    for (const member of [team.owner, pia]) expect((await subscribe(member, id)).status).toBe(200);
    expect(await emailOf(kim, id)).toBeNull();
    expect(await emailOf(pia, id)).toMatchObject(monday);
    await setDue(id, due.toISOString());
    await startEmails(server.platform, new Date(due.getTime() - 1));
    await Promise.all([startEmails(server.platform, due), startEmails(server.platform, due)]);
    for (const member of [team.owner, pia]) await until(async () => (await reportEmails(member)).length > 0);
    await startEmails(server.platform, due);
    const [sent, ...more] = await reportEmails(pia);
    expect(more).toEqual([]);
    expect(sent?.subject).toBe('Sales week · Kestrel shop');
    expect(sent?.text).toMatch(/Received: 0\nSent: 0\nNew conversations: 0\nMedian first reply: –/);
    expect(sent?.text).toContain(`/reports?saved=${id}`);
    expect((await emailOf(pia, id))?.next_at).toBe('2026-12-07T08:00:00.000Z');
  });

  it('is not sent to members who are no longer there, nor of what is no longer shared', async () => {
    const { id } = await save(team.owner, { name: 'Ends', shared: true });
    const leaver = await team.add('User', 'Lea');
    for (const member of [pia, leaver]) await subscribe(member, id);
    await server.owner.query('update client_users set suspended_at = now() where user_id = $1', [leaver.uid]);
    await setDue(id, due.toISOString());
    await startEmails(server.platform, due);
    await until(
      async () =>
        (await server.owner.query(`select from report_emails where user_id = $1`, [leaver.uid])).rowCount === 0,
    );
    expect(await reportEmails(leaver)).toEqual([]);
    expect((await team.call(team.owner, 'PUT', `/saved-reports/${id}`, { shared: false })).status).toBe(200);
    expect((await server.owner.query('select from report_emails where report_id = $1', [id])).rowCount).toBe(0);
  });

  it('that was due while no server ran is sent later, and left out after three days', async () => {
    const { id } = await save(kim, { name: 'Late' });
    await subscribe(kim, id);
    await setDue(id, '2026-11-26T08:00:00Z');
    await startEmails(server.platform, due);
    expect((await emailOf(kim, id))?.next_at).toBe('2026-12-07T08:00:00.000Z');
    await setDue(id, '2026-11-28T08:00:00Z');
    await startEmails(server.platform, due);
    await until(async () => (await reportEmails(kim)).length > 0);
    expect(await reportEmails(kim)).toHaveLength(1);
  });

  it('keeps its hour when the account moves to another time zone', async () => {
    const { id } = await save(kim, { name: 'Zone' });
    await subscribe(kim, id);
    await setDue(id, '2026-12-07T08:00:00Z');
    await team.call(team.owner, 'PUT', '/client', { time_zone: 'Asia/Tokyo' });
    await startEmails(server.platform, due);
    // In Tokyo it is already Monday afternoon.
    expect((await emailOf(kim, id))?.next_at).toBe('2026-12-06T23:00:00.000Z');
    await team.call(team.owner, 'PUT', '/client', { time_zone: 'Europe/London' });
    await startEmails(server.platform, due);
    expect((await emailOf(kim, id))?.next_at).toBe('2026-12-07T08:00:00.000Z');
    expect((await team.call(kim, 'DELETE', `/saved-reports/${id}/email`)).status).toBe(200);
    expect(await emailOf(kim, id)).toBeNull();
  });

  it('needs a period that moves along', async () => {
    const fixed = { query: { from: '2026-11-02', to: '2026-11-08' } };
    const { id } = await save(pia, { name: 'Fixed', ...fixed });
    expect((await subscribe(pia, id)).code).toBe('validation_failed');
    const moving = await save(pia, { name: 'Moving' });
    await subscribe(pia, moving.id);
    expect((await team.call(pia, 'PUT', `/saved-reports/${moving.id}`, fixed)).code).toBe('validation_failed');
  });
});
