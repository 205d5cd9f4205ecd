import type { Delivery, DeliveryDetail, EventType, OutputOf, Webhook } from '@parley/contract/types';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretsFrom } from '../../platform/secrets.ts';
import { emailsTo } from '../../testing/emails.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';
import { type Receiver, startReceiver } from '../../testing/webhook-receiver.ts';
import { until } from '../../testing/world.ts';
import { resealEndpointSecrets } from './secrets.ts';

type Made = Webhook & { secret: string };
let receiver: Receiver;
let server: TestServer;
let team: Team;
let admin: Member;

beforeAll(async () => {
  receiver = await startReceiver();
  server = await testServer({ env: { ALLOWED_PRIVATE_HOSTS: receiver.host } });
  team = await createTeam(server);
  admin = await team.add('Admin', 'Ada');
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(server.owner, text, values);
const create = (path: string, events: EventType[] = ['contact.changed'], more: object = {}) =>
  team.call<Made>(admin, 'POST', '/webhooks', { url: receiver.url(path), events, ...more });
const change = (id: string, body: object) => team.call<Webhook>(admin, 'PUT', `/webhooks/${id}`, body);
const read = async (id: string) => (await team.call<Webhook>(admin, 'GET', `/webhooks/${id}`)).body;
const deliveries = async (id: string, query = '') =>
  (
    await team.call<{ data: Delivery[]; next_cursor: string | null }>(
      admin,
      'GET',
      `/webhooks/${id}/deliveries${query}`,
    )
  ).body.data;
const detail = async (id: string, delivery: string) =>
  (await team.call<DeliveryDetail>(admin, 'GET', `/webhooks/${id}/deliveries/${delivery}`)).body;
const addContact = async (name: string) =>
  (await team.call<{ id: string }>(admin, 'POST', '/contacts', { phone_number: `+${freshPhone()}`, name })).body.id;
const idsAt = (path: string) => receiver.of(path).map(({ body }) => body.data['id']);
const untilReceived = (path: string, contactId: string) => until(async () => idsAt(path).includes(contactId));
/** Attempts that wait for their pause are due now. */
const endPauses = (id: string) =>
  sql('update webhook_deliveries set due_at = now() where endpoint_id = $1 and not is_claimed', [id]);

describe('a webhook', () => {
  it('gets the events it chose, signed so that the public library verifies them', async () => {
    const made = await create('/verified');
    expect(made.status).toBe(201);
    expect(made.body.secret).toMatch(/^whsec_[A-Za-z0-9+/=]{44}$/);
    const contactId = await addContact('Vera');
    await untilReceived('/verified', contactId);
    const [got] = receiver.of('/verified');
    if (got === undefined) throw new Error('nothing was received');
    const headers = got.headers as Record<string, string>;
    expect(new Verifier(made.body.secret).verify(got.text, headers)).toMatchObject({
      type: 'contact.changed',
      timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      data: { id: contactId, name: 'Vera' },
    });
    expect(() => new Verifier(made.body.secret).verify(`${got.text} `, headers)).toThrow();
    expect(Object.keys(got.body)).toEqual(['type', 'timestamp', 'data']);
    await until(async () => (await deliveries(made.body.id))[0]?.state === 'delivered');
    const [shown] = await deliveries(made.body.id, `?search=${contactId}`);
    expect(shown).toMatchObject({
      event_id: headers['webhook-id'],
      attempts: 1,
      last_status: 200,
      subject_id: contactId,
    });
    expect((await detail(made.body.id, shown?.id ?? '')).body).toMatchObject({ data: { id: contactId } });
  });

  it('is created once per id and tells its secret only to a repetition', async () => {
    const id = crypto.randomUUID();
    const [first, second] = [await create('/once', undefined, { id }), await create('/once', undefined, { id })];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.secret).toBe(first.body.secret);
    expect((await create('/other', undefined, { id })).code).toBe('id_conflict');
    expect(await read(id)).not.toHaveProperty('secret');
  });

  it('refuses addresses of private networks at once', async () => {
    for (const url of [
      'ftp://example.com',
      'http://127.0.0.1/hook',
      'http://2130706433/hook',
      'http://0x7f000001/hook',
      'http://0.0.0.0/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://localhost/hook',
      'http://169.254.169.254/latest/meta-data',
      'http://10.1.2.3/',
      'https://name:password@example.com',
    ]) {
      const refused = await team.call(admin, 'POST', '/webhooks', { url, events: ['contact.changed'] });
      expect([url, refused.status]).toEqual([url, 422]);
      expect(JSON.stringify(refused.body)).toContain('"field":"url"');
    }
  });

  it('signs with both secrets while a rotation overlaps, with the new one alone afterwards', async () => {
    const made = (await create('/rotated')).body;
    const rotated = await team.call<Made>(admin, 'POST', `/webhooks/${made.id}/rotate-secret`, { keep_old_hours: 2 });
    expect(rotated.body.secret).not.toBe(made.secret);
    const verifies = (secret: string, index: number) => {
      const got = receiver.of('/rotated')[index];
      try {
        new Verifier(secret).verify(got?.text ?? '', got?.headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };
    await untilReceived('/rotated', await addContact('Rory'));
    expect([verifies(made.secret, 0), verifies(rotated.body.secret, 0)]).toEqual([true, true]);
    await sql("update webhook_endpoints set previous_secret_until = now() - interval '1 second' where id = $1", [
      made.id,
    ]);
    await untilReceived('/rotated', await addContact('Rosa'));
    expect([verifies(made.secret, 1), verifies(rotated.body.secret, 1)]).toEqual([false, true]);
  });

  it('is tried again with the same id until the receiver takes it', async () => {
    receiver.answers.set('/flaky', 500);
    const { id } = (await create('/flaky')).body;
    const contactId = await addContact('Flo');
    await until(async () => (await deliveries(id))[0]?.attempts === 1);
    expect((await deliveries(id))[0]).toMatchObject({ state: 'waiting', last_status: 500 });
    expect((await read(id)).failing_since).not.toBeNull();
    receiver.answers.delete('/flaky');
    await endPauses(id);
    await until(async () => (await deliveries(id))[0]?.state === 'delivered');
    expect(new Set(receiver.of('/flaky').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(idsAt('/flaky')).toEqual([contactId, contactId]);
    const log = (await detail(id, (await deliveries(id))[0]?.id ?? '')).log;
    expect(log.map(({ status }) => status)).toEqual([500, 200]);
    expect((await read(id)).failing_since).toBeNull();
  });

  it('does not follow redirects', async () => {
    receiver.answers.set('/moved', 302);
    const { id } = (await create('/moved')).body;
    await addContact('Mona');
    await until(async () => (await deliveries(id))[0]?.last_status === 302);
    expect(receiver.of('/elsewhere')).toEqual([]);
  });

  it('is paused by 410, keeps its place and continues there when resumed', async () => {
    receiver.answers.set('/gone', 410);
    const { id } = (await create('/gone')).body;
    const first = await addContact('Gwen');
    await until(async () => (await read(id)).state === 'paused');
    expect((await read(id)).pause_reason).toBe('gone');
    await until(async () => (await emailsTo(server, team.owner.email)).some(({ text }) => text.includes('was paused')));
    const missed = await addContact('Gus');
    receiver.answers.delete('/gone');
    expect((await change(id, { state: 'active' })).body).toMatchObject({ state: 'active', pause_reason: null });
    await untilReceived('/gone', missed);
    expect(idsAt('/gone').filter((one) => one === first)).toHaveLength(1);
  });

  it('is paused when it took nothing for three days', async () => {
    receiver.answers.set('/dead', 503);
    const { id } = (await create('/dead')).body;
    await addContact('Dora');
    await until(async () => (await deliveries(id))[0]?.attempts === 1);
    await sql("update webhook_endpoints set failing_since = now() - interval '73 hours' where id = $1", [id]);
    await sql('update webhook_deliveries set attempts = 10 where endpoint_id = $1', [id]);
    await endPauses(id);
    await until(async () => (await read(id)).state === 'paused');
    expect(await read(id)).toMatchObject({ pause_reason: 'failing', last_24h: { failed: 1 } });
  });

  it('replays one delivery, and the failed ones of a range', async () => {
    const { id } = (await create('/replayed')).body;
    const contactId = await addContact('Remy');
    await until(async () => (await deliveries(id))[0]?.state === 'delivered');
    const [sent] = await deliveries(id);
    await team.call(admin, 'POST', `/webhooks/${id}/deliveries/${sent?.id}/replay`);
    await until(async () => idsAt('/replayed').length === 2);
    expect(idsAt('/replayed')).toEqual([contactId, contactId]);
    await until(async () => (await deliveries(id))[0]?.state === 'delivered');
    await sql("update webhook_deliveries set state = 'failed' where endpoint_id = $1", [id]);
    const range = { from: '2020-01-01T00:00:00.000Z', to: new Date(Date.now() + 60_000).toISOString() };
    const again = await team.call(admin, 'POST', `/webhooks/${id}/replay`, range);
    expect([again.status, again.body]).toEqual([202, { count: 1 }]);
    await until(async () => idsAt('/replayed').length === 3);
    const none = await team.call(admin, 'POST', `/webhooks/${id}/replay`, { ...range, to: range.from });
    expect(none.body).toEqual({ count: 0 });
  });

  it('sends a test event once, also while it is paused', async () => {
    const { id } = (await create('/tested')).body;
    await change(id, { state: 'paused' });
    receiver.answers.set('/tested', 500);
    const test = await team.call<Delivery>(admin, 'POST', `/webhooks/${id}/test`, { type: 'message.sent' });
    expect(test.body).toMatchObject({ is_test: true, type: 'message.sent' });
    await until(async () => (await deliveries(id))[0]?.state === 'failed');
    expect(receiver.of('/tested').map(({ body }) => body.data)).toEqual([{ test: true }]);
    expect((await read(id)).failing_since).toBeNull();
  });

  it('that never answers delays no other', async () => {
    receiver.answers.set('/silent', null);
    const { id } = (await create('/silent')).body;
    await create('/quick');
    const contactId = await addContact('Quinn');
    await untilReceived('/silent', contactId);
    await untilReceived('/quick', contactId);
    const next = await addContact('Quentin');
    await untilReceived('/quick', next);
    expect((await deliveries(id)).every(({ state }) => state === 'waiting')).toBe(true);
  });

  it('is gone with its deliveries when removed', async () => {
    const { id } = (await create('/removed')).body;
    await untilReceived('/removed', await addContact('Rene'));
    expect((await team.call(admin, 'DELETE', `/webhooks/${id}`)).status).toBe(204);
    expect((await team.call(admin, 'GET', `/webhooks/${id}`)).code).toBe('not_found');
    expect(await sql('select from webhook_deliveries where endpoint_id = $1', [id])).toEqual([]);
  });

  it('is refused to keys that are limited to some channels', async () => {
    const [channel] = await sql<{ id: string }>('select id from channels where client_id = $1', [team.clientId]);
    const key = await team.call<{ key: string }>(team.owner, 'POST', '/api-keys', {
      name: 'Shop',
      scopes: ['events:read', 'events:write'],
      channel_ids: [channel?.id],
    });
    const listed = await fetch(`${server.url}/api/webhooks`, { headers: { authorization: `Bearer ${key.body.key}` } });
    expect(listed.status).toBe(403);
  });

  it('gives a key that may only write events nothing to read', async () => {
    const { id } = (await create('/readable')).body;
    const made = await team.call<{ key: string }>(team.owner, 'POST', '/api-keys', {
      name: 'Writer',
      scopes: ['events:write'],
    });
    const refusals = async (method: string, path: string, body: object) => {
      const answer = await fetch(`${server.url}/api/webhooks${path}`, {
        method,
        headers: { authorization: `Bearer ${made.body.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return [answer.status, ((await answer.json()) as { error?: { message: string } }).error?.message];
    };
    const refused = [403, 'This API key does not have the scope events:read.'];
    const other = { url: 'https://elsewhere.example/hook', events: ['message.received'] };
    expect(await refusals('POST', '', other)).toEqual(refused);
    expect(await refusals('PUT', `/${id}`, other)).toEqual(refused);
    expect(await refusals('POST', `/${id}/rotate-secret`, {})).toEqual(refused);
    expect((await refusals('POST', `/${id}/replay`, { from: 'x', to: 'y' }))[0]).toBe(422);
  });
});

describe('GET /api/events', () => {
  const events = async (query = '') =>
    (await team.call<OutputOf<'GET /api/events'>>(admin, 'GET', `/events${query}`)).body;
  const readAll = async (from = '') => {
    let { data, next_cursor: cursor } = await events(from === '' ? '?limit=2' : `?limit=2&cursor=${from}`);
    const all = [...data];
    while (data.length > 0) {
      ({ data, next_cursor: cursor } = await events(`?limit=2&cursor=${cursor}`));
      all.push(...data);
    }
    return { all, cursor };
  };

  it('misses nothing from page to page and has the ids of the deliveries', async () => {
    const { cursor } = await readAll();
    await create('/same-id');
    const contacts = [await addContact('Eve'), await addContact('Eli'), await addContact('Ema')];
    await until(async () => idsAt('/same-id').length === 3);
    const { all } = await readAll(cursor);
    expect(all.map(({ data }) => (data as { id: string }).id)).toEqual(contacts);
    expect(all.map(({ id }) => id).sort()).toEqual(
      receiver
        .of('/same-id')
        .map(({ headers }) => headers['webhook-id'])
        .sort(),
    );
  });

  it('tells deleted rows, and says when a cursor is too old', async () => {
    const { cursor } = await readAll();
    const contactId = await addContact('Dee');
    await team.call(admin, 'DELETE', `/contacts/${contactId}`);
    await until(async () => {
      const { all } = await readAll(cursor);
      return all.some(({ data }) => (data as { deleted?: boolean }).deleted === true);
    });
    expect((await team.call(admin, 'GET', '/events?cursor=999999999')).code).toBe('cursor_expired');
    expect((await team.call(admin, 'GET', '/events?cursor=x')).status).toBe(422);
    await sql('delete from changes where client_id = $1 and pos <= $2', [team.clientId, Number(cursor) + 1]);
    expect((await team.call(admin, 'GET', `/events?cursor=${cursor}`)).code).toBe('cursor_expired');
  });
});

describe('after a change of the installation’s key', () => {
  it('the secret of a webhook is sealed again', async () => {
    const { id, secret } = (await create('/resealed')).body;
    const next = secretsFrom(Buffer.alloc(32, 7), []);
    const { open } = server.platform.secrets;
    const both = { ...next, open, isSealedBefore: (sealed: Buffer) => next.isSealedBefore(sealed) };
    expect(await resealEndpointSecrets({ ...server.platform, secrets: both })).toBeGreaterThan(0);
    const [row] = await sql<{ sealed: Buffer }>('select secret_enc as sealed from webhook_endpoints where id = $1', [
      id,
    ]);
    expect(next.open(row?.sealed ?? Buffer.alloc(0), `webhook_endpoints.secret:${team.clientId}:${id}`)).toBe(secret);
    expect(await resealEndpointSecrets({ ...server.platform, secrets: both })).toBe(0);
  });
});
