import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiKeyCall } from '../../platform/http/routing.ts';
import { newId } from '../../platform/ids.ts';
import { customerWrites, textBody } from '../../testing/inbox.ts';
import { testWorld, type World } from '../../testing/world.ts';
import { createKeyRequestRecorder } from './key-requests.ts';
import { deleteOldKeyHours } from './key-requests-repo.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const make = async (more: object = {}) =>
  (
    await world.api('POST /api/api-keys', {
      body: { name: 'Shop', scopes: ['threads:read', 'messages:write'], ...more },
    })
  ).body;
const usage = async (id: string) =>
  (await world.api('GET /api/api-keys', { query: { limit: 200 } })).body.data.find((key) => key.id === id)
    ?.requests_24h;
const log = async (query: object = {}) => (await world.api('GET /api/api-key-requests', { query })).body;
const logOf = async (id: string, more: object = {}) => log({ key_id: id, ...more });
const soon = { timeout: 40_000, interval: 100 };

describe('the requests of a key', () => {
  it('are counted and listed with their responses, without anything from their bodies', async () => {
    const { id, key } = await make();
    const api = world.apiAs(key);
    const thread = await customerWrites(world);
    await api('GET /api/threads', { query: { limit: 7 } });
    await api('GET /api/threads/{id}', { params: { id: thread.id } });
    await api('POST /api/messages', { body: textBody(thread, 'A secret between two', { source: 'API' }) });
    await api('GET /api/channels', { query: {} });
    await api('POST /api/messages', { body: { nonsense: 'A secret between two' } as never });
    await vi.waitFor(async () => expect((await logOf(id)).data).toHaveLength(5), soon);
    const { data, unlisted } = await logOf(id);
    expect(data.map(({ route, status }) => `${route} ${status}`).sort()).toEqual([
      'GET /api/channels 403',
      'GET /api/threads 200',
      'GET /api/threads/{id} 200',
      'POST /api/messages 201',
      'POST /api/messages 422',
    ]);
    expect(unlisted).toBe(0);
    for (const line of data) {
      expect(line).toMatchObject({ key: { id, name: 'Shop' }, ip: expect.stringContaining('127.0.0.1') });
      expect(line.took_ms).toBeGreaterThanOrEqual(0);
      expect(Math.abs(Date.parse(line.at) - Date.now())).toBeLessThan(120_000);
    }
    const used = await usage(id);
    expect(used).toMatchObject({ total: 5, refused: 2 });
    expect(used?.hours).toHaveLength(24);
    expect(used?.hours.reduce((sum, hour) => sum + hour, 0)).toBe(5);
    const kept = await world.server.owner.query('select * from api_key_requests');
    const text = JSON.stringify(kept.rows);
    for (const secret of ['A secret', thread.id, key, 'limit']) expect(text).not.toContain(secret);
  });

  it('refused for their IP address are visible to the account; those with a wrong key to no one', async () => {
    const { id, key } = await make({ allowed_addresses: ['203.0.113.7'] });
    await world.apiAs(key)('GET /api/threads', { query: {} });
    await vi.waitFor(async () => expect((await logOf(id)).data).toMatchObject([{ status: 403 }]), soon);
    const open = await make();
    const { crc32 } = await import('node:zlib');
    const [, , keyId, secret = ''] = open.key.split('_');
    const body = `wa_live_${keyId}_${[...secret].reverse().join('')}`;
    const forged = `${body}_${crc32(body).toString(16).padStart(8, '0')}`;
    expect((await world.apiAs(forged)('GET /api/threads', { query: {} })).status).toBe(401);
    await world.apiAs(open.key)('GET /api/threads', { query: {} });
    await vi.waitFor(async () => expect((await logOf(open.id)).data).toHaveLength(1), soon);
    expect((await logOf(open.id)).data).toMatchObject([{ status: 200 }]);
  });

  it('can be filtered by key and result, in pages, also within the same millisecond', async () => {
    const { id } = await make();
    await world.server.owner.query(
      `insert into api_key_requests (client_id, id, at, key_id, route, status, took_ms, ip, request_id)
       select $1, gen_random_uuid(), now() - interval '1 hour', $2, 'GET /api/threads',
         (array[200, 404, 500, null])[1 + n % 4], 1, '::1', n::text from generate_series(0, 19) n`,
      [world.clientId, id],
    );
    const statuses = async (kind: string) => new Set((await logOf(id, { kind })).data.map(({ status }) => status));
    expect(await statuses('ok')).toEqual(new Set([200]));
    expect(await statuses('refused')).toEqual(new Set([404]));
    expect(await statuses('failed')).toEqual(new Set([500, null]));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, next_cursor: next } = await logOf(id, { limit: 3, ...(cursor && { cursor }) });
      seen.push(...data.map((line) => line.id));
      cursor = next ?? undefined;
    } while (cursor !== undefined);
    expect([seen.length, new Set(seen).size]).toEqual([20, 20]);
    expect((await logOf(newId())).data).toEqual([]);
    const wrong: object[] = [{ kind: 'wrong' }, { key_id: 'mine' }, { cursor: 'x' }];
    for (const query of wrong) {
      expect((await world.api('GET /api/api-key-requests', { query } as never)).status).toBe(422);
    }
  });

  it('are stored for seven days, their counts for eight', async () => {
    const { id } = await make();
    const { owner, platform } = world.server;
    await owner.query(
      `insert into api_key_requests (client_id, id, at, key_id, route, status, took_ms, ip, request_id)
       select $1, gen_random_uuid(), now() - n * interval '1 day', $2, 'GET /api/threads', 200, 1, '::1', n::text
       from unnest(array[6, 8]) n`,
      [world.clientId, id],
    );
    await owner.query(
      `insert into api_key_hours (client_id, key_id, hour, writer, requests, refused, unlisted)
       select $1, $2, date_trunc('hour', now()) - n * interval '1 hour', gen_random_uuid(), 10, 1, 2 from unnest(array[0, 23, 24, 24 * 9]) n`,
      [world.clientId, id],
    );
    expect((await logOf(id)).data.map((line) => line.request_id)).toEqual(['6']);
    const used = await usage(id);
    expect(used).toMatchObject({ total: 20, refused: 2 });
    expect([used?.hours[0], used?.hours[23]]).toEqual([10, 10]);
    expect((await logOf(id)).unlisted).toBe(6);
    await platform.db.system.transaction('maintenance', deleteOldKeyHours);
    const { rows } = await owner.query('select count(*)::int as n from api_key_hours where key_id = $1', [id]);
    expect(rows).toEqual([{ n: 3 }]);
  });

  it('are not visible to another account', async () => {
    const { id, key } = await make();
    await world.apiAs(key)('GET /api/threads', { query: {} });
    await vi.waitFor(async () => expect((await logOf(id)).data).toHaveLength(1), soon);
    const other = await testWorld();
    try {
      const seen = await Promise.all(
        [{}, { key_id: id }].map((query) => other.api('GET /api/api-key-requests', { query })),
      );
      for (const { body } of seen) expect(body).toEqual({ data: [], next_cursor: null, unlisted: 0 });
    } finally {
      await other.close();
    }
  });
});

describe('counting', () => {
  const call = (keyId: string, more: Partial<ApiKeyCall> = {}): ApiKeyCall => ({
    clientId: world.clientId,
    keyId,
    route: 'GET /api/threads',
    internal: false,
    atMs: Date.now(),
    status: 200,
    tookMs: 1,
    ip: '127.0.0.1',
    requestId: newId(),
    ...more,
  });

  it('counts any number of concurrent requests exactly, and lists as many as allowed', async () => {
    const [busy, quiet] = [await make(), await make()];
    const requests = createKeyRequestRecorder(world.server.platform);
    // One is written immediately; the rest waits together.
    for (let n = 0; n < 5_000; n++) requests.answered(call(busy.id, { status: n % 10 === 0 ? null : 200 }));
    requests.answered(call(quiet.id));
    await requests.close();
    expect(await usage(busy.id)).toMatchObject({ total: 5_000, refused: 500 });
    expect(await usage(quiet.id)).toMatchObject({ total: 1, refused: 0 });
    const { unlisted } = await logOf(busy.id);
    const { rows } = await world.server.owner.query(
      'select count(*)::int as n from api_key_requests where key_id = $1',
      [busy.id],
    );
    expect(rows[0].n + unlisted).toBe(5_000);
    expect((await logOf(quiet.id)).data).toHaveLength(1);
  });

  it('is right after a database outage, and with two processes', async () => {
    const { id } = await make();
    const [one, other] = [
      createKeyRequestRecorder(world.server.platform),
      createKeyRequestRecorder(world.server.platform),
    ];
    const { owner } = world.server;
    // Inserts are refused for a while: the first write fails, the next one includes everything.
    await owner.query('revoke insert on api_key_requests from parley_system');
    try {
      one.answered(call(id));
      one.answered(call(id, { status: 500 }));
      await one.close();
      expect((await logOf(id)).data).toEqual([]);
    } finally {
      await owner.query('grant insert on api_key_requests to parley_system');
    }
    one.answered(call(id));
    await one.close();
    other.answered(call(id));
    await other.close();
    expect(await usage(id)).toMatchObject({ total: 4, refused: 1 });
    expect((await logOf(id)).data).toHaveLength(4);
  });

  it('does not wait for a deleted key', async () => {
    const { id } = await make();
    const requests = createKeyRequestRecorder(world.server.platform);
    requests.answered(call(newId()));
    requests.answered(call(id));
    await requests.close();
    expect(await usage(id)).toMatchObject({ total: 1 });
  });
});
