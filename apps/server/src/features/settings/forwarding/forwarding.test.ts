// @module-tag data
import type { AuditEvent } from '@parley/contract/types';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { signedHeaders } from '../../../platform/outbound/sign-webhook.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { type SyslogReceiver, startSyslogReceiver } from '../../../testing/syslog-receiver.ts';
import { createTeam, type Team } from '../../../testing/team.ts';
import { type Receiver, startReceiver } from '../../../testing/webhook-receiver.ts';
import { until } from '../../../testing/world.ts';
import { rebasePositions } from './batch-repo.ts';
import { retryPauseS } from './forwarder.ts';

type Forwarding = {
  id: string;
  secret: string | null;
  state: string;
  behind: number;
  forwarded: number;
  last_error: string | null;
  last_forwarded_at: string | null;
};

let server: TestServer;
let receiver: Receiver;
let syslog: SyslogReceiver;
let team: Team;
let path: string;

beforeAll(async () => {
  receiver = await startReceiver();
  syslog = await startSyslogReceiver();
  server = await testServer({ env: { ALLOWED_PRIVATE_HOSTS: `${receiver.host},${syslog.host}` } });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
  await syslog.close();
});
beforeEach(async () => {
  team = await createTeam(server);
  path = `/${newId()}`;
});

const url = () => receiver.url(path);
const add = (more: object = {}) =>
  team.call<Forwarding>(team.owner, 'POST', '/audit-forwardings', {
    ...{ name: 'SIEM', kind: 'webhook', address: url() },
    ...more,
  });
const find = async (id: string) =>
  (await team.call<{ data: Forwarding[] }>(team.owner, 'GET', '/audit-forwardings')).body.data.find(
    (one) => one.id === id,
  );
const change = (id: string, body: object) => team.call<Forwarding>(team.owner, 'PUT', `/audit-forwardings/${id}`, body);
const eventsAt = (at = path): AuditEvent[] =>
  receiver.of(at).flatMap(({ body }) => (body.type === 'audit.events' ? (body.data as unknown as AuditEvent[]) : []));
const record = (count: number, name = 'Group') =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      team.call(team.owner, 'POST', '/user-groups', { name: `${name} ${n} ${newId()}`, member_ids: [] }),
    ),
  ).then((made) => expect(made.every(({ status }) => status === 201)).toBe(true));
/** The events of the log, the first one first. */
const logged = async () => {
  const { rows } = await server.owner.query<{ id: string }>(
    'select id from audit_events where client_id = $1 order by tx, id',
    [team.clientId],
  );
  return rows.map(({ id }) => id);
};

describe('a webhook', () => {
  test('gets each event once, in the order of the log, signed; the past only if wanted', async () => {
    await record(5);
    const { body, status } = await add({ include_past: true });
    expect(status).toBe(201);
    await record(120);
    const all = await logged();
    await until(async () => eventsAt().length >= all.length);
    expect(eventsAt().map(({ id }) => id)).toEqual(all);
    for (const { headers, text } of receiver.of(path)) {
      const at = Number(headers['webhook-timestamp']) * 1_000;
      const signed = signedHeaders(body.secret ?? '', String(headers['webhook-id']), Buffer.from(text), at);
      expect(headers['webhook-signature']).toBe(signed['webhook-signature']);
    }
    await until(async () => (await find(body.id))?.behind === 0);
    expect(await find(body.id)).toMatchObject({ forwarded: all.length, last_error: null });

    const second = `${path}-new`;
    await add({ address: receiver.url(second) });
    await until(async () => eventsAt(second).length > 0);
    expect(eventsAt(second)).toMatchObject([{ action: 'settings.audit_forwarding_added' }]);
  });

  test('that is down gets the same batch under the same id later, and says meanwhile what is wrong', async () => {
    receiver.answers.set(path, 503);
    const { body } = await add();
    await record(3);
    await until(async () => (await find(body.id))?.last_error === 'Answered 503.');
    expect(await find(body.id)).toMatchObject({ behind: expect.any(Number), forwarded: 0 });
    const failed = receiver.of(path)[0];
    receiver.answers.delete(path);
    await change(body.id, { name: 'SIEM again' });
    await until(async () => (await find(body.id))?.behind === 0);
    const all = receiver.of(path);
    expect(all[1]?.headers['webhook-id']).toBe(failed?.headers['webhook-id']);
    expect(all[1]?.body.data).toEqual(failed?.body.data);
    const taken = all.slice(1).flatMap(({ body }) => body.data as unknown as AuditEvent[]);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
  });

  test('misses nothing of a transaction that began before others and ends after them', async () => {
    const { body } = await add();
    await until(async () => (await find(body.id))?.behind === 0);
    const late = newId();
    const slow = new pg.Client({ connectionString: server.ownerUrl });
    await slow.connect();
    await slow.query('begin');
    await slow.query(`insert into audit_events (client_id, id, actor, action) values ($1, $2, 'x', 'team.late')`, [
      team.clientId,
      late,
    ]);
    await record(3);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(eventsAt().map(({ action }) => action)).not.toContain('team.group_created');
    await slow.query('commit');
    await slow.end();
    await until(async () => (await find(body.id))?.behind === 0);
    const got = eventsAt().map(({ id }) => id);
    expect(got).toEqual((await logged()).slice(-got.length));
    expect(got).toContain(late);
  });

  test('paused, it goes on where it stopped; removed, it gets nothing', async () => {
    const { body } = await add();
    await until(async () => (await find(body.id))?.behind === 0);
    await change(body.id, { state: 'paused' });
    const before = eventsAt().length;
    await record(2);
    expect((await find(body.id))?.behind).toBeGreaterThanOrEqual(2);
    await change(body.id, { state: 'active' });
    await until(async () => (await find(body.id))?.behind === 0);
    expect(
      eventsAt()
        .slice(before)
        .filter(({ action }) => action === 'team.group_created'),
    ).toHaveLength(2);
    expect((await team.call(team.owner, 'DELETE', `/audit-forwardings/${body.id}`)).status).toBe(204);
    expect(await find(body.id)).toBeUndefined();
  });

  test('the test button says what came of it', async () => {
    const { body } = await add({ name: 'Try' });
    const attempt = () => team.call(team.owner, 'POST', `/audit-forwardings/${body.id}/test`);
    expect((await attempt()).body).toEqual({ error: null });
    expect(receiver.of(path).some((one) => one.body.type === 'audit.test')).toBe(true);
    receiver.answers.set(path, 401);
    expect((await attempt()).body).toEqual({ error: 'Answered 401.' });
    receiver.answers.delete(path);
  });

  test('is added by Admins who signed in recently, at addresses that may be called', async () => {
    const admin = await team.add('Admin');
    await server.owner.query(`update sessions set auth_time = now() - interval '1 hour' where user_id = $1`, [
      admin.uid,
    ]);
    const body = { name: 'x', kind: 'webhook', address: url() };
    expect((await team.call(admin, 'POST', '/audit-forwardings', body)).code).toBe('requires-recent-login');
    for (const [kind, address] of [
      ['webhook', 'http://10.0.0.1/log'],
      ['webhook', 'ftp://receiver.example'],
      ['syslog', 'tls://10.0.0.1:6514'],
      ['syslog', 'udp://127.0.0.1:514'],
      ['syslog', 'https://receiver.example'],
    ]) {
      expect(await add({ kind, address }), address).toMatchObject({
        status: 422,
        body: { error: { data: [{ field: 'address' }] } },
      });
    }
  });
});

describe('syslog', () => {
  const frame = /^<(\d+)>1 (\S+) (\S+) parley (\d+) (\S+) - (\{.*\})$/;

  test('gets RFC 5424 messages in order, framed by their length', async () => {
    const { body } = await add({ kind: 'syslog', address: `tcp://${syslog.host}`, include_past: true });
    expect(body.secret).toBeNull();
    await record(1, 'Straße 👋');
    const all = await logged();
    const mine = () =>
      syslog.messages
        .map((text) => frame.exec(text))
        .map((match) => ({ priority: match?.[1], at: match?.[2], id: match?.[5], ...JSON.parse(match?.[6] ?? '{}') }))
        .filter(({ account_id: account }) => account === team.clientId);
    await until(async () => mine().length >= all.length);
    expect(mine().map((one) => one.id)).toEqual(all);
    expect(mine().at(-1)).toMatchObject({ priority: '110', action: 'team.group_created', actor: team.owner.uid });
    expect(syslog.messages.every((text) => frame.test(text))).toBe(true);
  });

  test('a receiver that is gone and comes back gets what it missed', async () => {
    const gone = await startSyslogReceiver({ refuses: true });
    const { port } = gone;
    const own = await testServer({ env: { ALLOWED_PRIVATE_HOSTS: gone.host } });
    const other = await createTeam(own);
    const call = <T>(method: string, at: string, body?: object) => other.call<T>(other.owner, method, at, body);
    const made = await call<Forwarding>('POST', '/audit-forwardings', {
      ...{ name: 'Syslog', kind: 'syslog', address: `tcp://127.0.0.1:${port}` },
    });
    const state = async () => (await call<{ data: Forwarding[] }>('GET', '/audit-forwardings')).body.data[0];
    await until(async () => (await state())?.last_error !== null);
    expect(await state()).toMatchObject({ forwarded: 0 });
    await gone.close();
    const back = await startSyslogReceiver({ port });
    await call('PUT', `/audit-forwardings/${made.body.id}`, { name: 'Syslog again' });
    await until(async () => (await state())?.behind === 0);
    const actions = back.messages.map((text) => (JSON.parse(frame.exec(text)?.[6] ?? '{}') as AuditEvent).action);
    expect(actions).toEqual(['settings.audit_forwarding_added', 'settings.audit_forwarding_changed']);
    await own.close();
    await back.close();
  });
});

test('after a restore into a cluster that counts lower, old events come before new ones and none is lost', async () => {
  const { body } = await add({ include_past: true });
  await until(async () => (await find(body.id))?.behind === 0);
  await change(body.id, { state: 'paused' });
  await record(2, 'Before');
  // As rows come out of a cluster that had counted further.
  await server.owner.query('update audit_events set tx = tx + 4000000000');
  await server.owner.query('update audit_forwardings set after_tx = after_tx + 4000000000');
  const before = await logged();
  await rebasePositions(server.platform.db.system.statements('audit'), 'infinity');
  expect(await logged()).toEqual(before);
  const taken = eventsAt().length;
  await record(2, 'After');
  await change(body.id, { state: 'active' });
  await until(async () => (await find(body.id))?.behind === 0);
  const all = await logged();
  expect(eventsAt().map(({ id }) => id)).toEqual(all);
  expect(eventsAt().length - taken).toBeGreaterThanOrEqual(5);
});

test('pauses grow to a quarter of an hour', () => {
  expect([0, 1, 5, 50].map((failures) => retryPauseS(failures, 0))).toEqual([5, 10, 160, 900]);
});
