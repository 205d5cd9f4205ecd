import type { RouteKey } from '@parley/contract';
import { scopes } from '@parley/contract/scopes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createAuth } from '../../testing/auth.ts';
import { customerWrites, textBody } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { headOf, rawCall } from '../../testing/raw-http.ts';
import { addMember, createAccount, createUser } from '../../testing/users.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const make = (more: object = {}) =>
  world.api('POST /api/api-keys', { body: { name: 'Shop', scopes: [...scopes], ...more } });
const list = async () => (await world.api('GET /api/api-keys', { query: { limit: 200 } })).body.data;
const statusOf = async (key: string, route: RouteKey = 'GET /api/threads') =>
  (await world.apiAs(key)(route, route.startsWith('GET') ? { query: {} } : { body: {} })).status;

describe('a key', () => {
  it('is shown once, in a recognizable form', async () => {
    const { status, body } = await make();
    expect(status).toBe(201);
    expect(body.key).toMatch(/^wa_live_[0-9a-f]{32}_[0-9A-Za-z]{43}_[0-9a-f]{8}$/);
    expect(body.prefix).toBe(`wa_live_${body.id.replaceAll('-', '')}`);
    expect(body.key.startsWith(body.prefix)).toBe(true);
    expect(body.key.endsWith(body.last4)).toBe(true);
    expect(JSON.stringify(await list())).not.toContain(body.key.split('_')[3]);
    const rows = await world.server.owner.query('select * from api_keys');
    expect(JSON.stringify(rows.rows)).not.toContain(body.key.split('_')[3]);
  });

  it('is returned again for a repeated request, and differs from every other', async () => {
    const id = newId();
    const [first, again] = [await make({ id }), await make({ id })];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.key).toBe(first.body.key);
    expect((await make({ id, name: 'Other' })).status).toBe(409);
    expect((await make()).body.key).not.toBe(first.body.key);
    await world.server.owner.query(`update api_keys set created_at = now() - interval '25 hours' where id = $1`, [id]);
    expect((await make({ id })).status).toBe(409);
  });

  it.each([
    (key: string) => key.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    (key: string) => key.slice(0, -1),
    (key: string) => `${key}0`,
    (key: string) => key.toUpperCase(),
    (key: string) => key.replace('wa_live_', 'wa_test_'),
    () => 'wa_live_',
    () => `wa_live_${'0'.repeat(32)}_${'A'.repeat(43)}_00000000`,
  ])('with a typing error (%#) is invalid', async (spoil) => {
    expect(await statusOf(spoil((await make()).body.key))).toBe(401);
  });

  it('stays valid when another account gives a key of its own the same id', async () => {
    const { id, key } = (await make()).body;
    const owner = await createUser(world.server.owner);
    const auth = await createAuth(world.server.platform);
    const clientId = await createAccount(world.server.owner, owner);
    const token = await auth.idTokens.sign({ ...owner, account: { clientId, role: 'Owner' } });
    const other = world.apiAs(token);
    const theirs = await other('POST /api/api-keys', { body: { id, name: 'Shop', scopes: ['threads:read'] } });
    expect(theirs.status).toBe(201);
    for (let call = 0; call < 6; call += 1) expect(await statusOf(key)).toBe(200);
    expect(await statusOf(theirs.body.key)).toBe(200);
  });

  it("with another key's id is invalid", async () => {
    const [a, b] = [(await make()).body.key.split('_'), (await make()).body.key.split('_')];
    // The checksum is right again: only the hash reveals it.
    const { crc32 } = await import('node:zlib');
    const body = ['wa', 'live', a[2], b[3]].join('_');
    expect(await statusOf(`${body}_${crc32(body).toString(16).padStart(8, '0')}`)).toBe(401);
  });

  it('is limited to its scopes and names the missing one', async () => {
    const { key } = (await make({ scopes: ['threads:read'] })).body;
    expect(await statusOf(key)).toBe(200);
    expect(await statusOf(key, 'GET /api/channels')).toBe(403);
    const refused = await world.apiAs(key)('GET /api/channels', { query: {} });
    expect(JSON.stringify(refused.body)).toContain('channels:read');
  });

  it('cannot reach members, team, keys or settings, whatever its scopes', async () => {
    const { key } = (await make()).body;
    const closed: RouteKey[] = [
      'GET /api/auth/profile',
      'GET /api/auth/sessions',
      'GET /api/team',
      'GET /api/invitations',
      'GET /api/api-keys',
      'GET /api/client',
      'PUT /api/client',
      'GET /api/bootstrap',
      'GET /api/sync/poll',
    ];
    for (const route of closed) expect([route, await statusOf(key, route)]).toEqual([route, 403]);
  });

  it('ends when it is revoked, when it expires, and when its creator leaves', async () => {
    const maker = await createUser(world.server.owner, 'Mara Maker');
    await addMember(world.server.owner, world.clientId, maker, 'Admin');
    const auth = await createAuth(world.server.platform);
    const token = await auth.idTokens.sign({ ...maker, account: { clientId: world.clientId, role: 'Admin' } });
    const left = await world.apiAs(token)('POST /api/api-keys', { body: { name: 'Left', scopes: ['threads:read'] } });
    const [revoked, expiring] = [await make(), await make({ expires_in_days: 1 })];
    expect((await world.api('DELETE /api/api-keys/{id}', { params: { id: revoked.body.id } })).status).toBe(204);
    expect(await statusOf(revoked.body.key)).toBe(401);
    await world.server.owner.query('update api_keys set expires_at = now() where id = $1', [expiring.body.id]);
    expect(await statusOf(expiring.body.key)).toBe(401);
    await world.api('DELETE /api/team/{user_id}', { params: { user_id: maker.uid } });
    expect(await statusOf(left.body.key)).toBe(401);
    const shown = await list();
    expect(shown.find(({ id }) => id === left.body.id)).toBeUndefined();
    expect(shown.find(({ id }) => id === revoked.body.id)).toBeUndefined();
    expect(shown.find(({ id }) => id === expiring.body.id)?.state).toBe('expired');
    // What they wrote keeps its author's name, for every member.
    const names = (await world.api('GET /api/api-key-names', {})).body.data;
    for (const { id } of [left.body, revoked.body, expiring.body]) expect(names.map((each) => each.id)).toContain(id);
  });

  it('revoked while a call is being sent: the call is done whole, and the next is refused', async () => {
    const { body: made } = await make({ scopes: ['contacts:read', 'contacts:write'] });
    const body = JSON.stringify({ phone_number: `+${freshPhone()}`, name: 'Sent slowly' });
    const head = headOf('POST /api/contacts', {
      authorization: `Bearer ${made.key}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    });
    const call = await rawCall(world.server.url, head + body.slice(0, 10));
    const used = 'select 1 from api_keys where id = $1 and last_used_at is not null';
    await until(async () => (await world.server.owner.query(used, [made.id])).rowCount === 1);
    expect((await world.api('DELETE /api/api-keys/{id}', { params: { id: made.id } })).status).toBe(204);
    call.socket.write(body.slice(10));
    await until(async () => call.status() !== undefined);
    expect(call.status()).toBe(201);
    expect(await statusOf(made.key, 'GET /api/contacts')).toBe(401);
    call.socket.destroy();
  });

  it('restricted to IP addresses works from them only', async () => {
    const [here, otherAddress, network] = [
      await make({ allowed_addresses: ['127.0.0.1'] }),
      await make({ allowed_addresses: ['203.0.113.7', '2001:db8::/32'] }),
      await make({ allowed_addresses: ['127.0.0.0/8'] }),
    ];
    expect(await Promise.all([here, otherAddress, network].map(({ body }) => statusOf(body.key)))).toEqual([
      200, 403, 200,
    ]);
    expect((await make({ allowed_addresses: ['everywhere'] })).status).toBe(422);
  });

  it('stores its last use, at most once a minute', async () => {
    const { body } = await make();
    const used = async () => (await list()).find(({ id }) => id === body.id)?.last_used_at ?? null;
    expect(await used()).toBeNull();
    await statusOf(body.key);
    const first = await used();
    expect(first).not.toBeNull();
    await statusOf(body.key);
    expect(await used()).toBe(first);
  });

  it('sends messages that name it as author', async () => {
    const { body } = await make();
    const thread = await customerWrites(world);
    const api = world.apiAs(body.key);
    const sent = await api('POST /api/messages', { body: textBody(thread, 'From the shop', { source: 'API' }) });
    expect(sent.body).toMatchObject({ created_by: `api:${body.id}`, medium: 'API', source: 'API' });
    const triggers = await api('GET /api/messages/{id}/triggers', { params: { id: sent.body.id } });
    expect(triggers.body.data[0]).toMatchObject({ created_by: `api:${body.id}`, meta_data: { type: 'api' } });
    expect((await api('GET /api/threads', { query: { assignee: 'me' } })).status).toBe(422);
  });

  it('rotated is replaced by its successor, after up to a day or immediately', async () => {
    const [old, dead] = [await make({ scopes: ['threads:read'], expires_in_days: 90 }), await make()];
    const params = (id: string) => ({ params: { id } });
    const next = await world.api('POST /api/api-keys/{id}/rotate', { ...params(old.body.id), body: {} });
    expect(next.body).toMatchObject({ name: 'Shop', scopes: ['threads:read'] });
    expect(await Promise.all([statusOf(old.body.key), statusOf(next.body.key)])).toEqual([200, 200]);
    const shown = (await list()).find(({ id }) => id === old.body.id);
    expect(Date.parse(shown?.expires_at ?? '') - Date.now()).toBeLessThan(24.1 * 3_600_000);
    await world.api('POST /api/api-keys/{id}/rotate', { ...params(dead.body.id), body: { keep_old_hours: 0 } });
    expect(await statusOf(dead.body.key)).toBe(401);
    expect((await world.api('POST /api/api-keys/{id}/rotate', { ...params(dead.body.id), body: {} })).status).toBe(404);
  });

  it('number 51 is refused, also for concurrent requests', async () => {
    const living = (await list()).filter(({ state }) => state === 'active').length;
    const answers = await Promise.all(Array.from({ length: 60 - living }, () => make()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50 - living);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
  });

  it.each([{ scopes: [] }, { scopes: ['everything'] }, { name: '' }, { expires_in_days: 0 }, { key: 'mine' }])(
    'with invalid input is rejected: %j',
    async (wrong) => {
      expect((await make(wrong)).status).toBe(422);
    },
  );
});

describe('the checklist', () => {
  it('checks its steps from existing data, and the card can be hidden and shown again', async () => {
    const other = await testWorld();
    try {
      const stepsOf = async () => {
        const { body } = await other.api('GET /api/setup-checklist');
        return Object.fromEntries(body.items.map(({ key, done }) => [key, done]));
      };
      // The test world has connected a number already.
      expect(await stepsOf()).toEqual({
        connect_number: true,
        invite_teammate: false,
        import_contacts: false,
        test_message: false,
      });
      await other.api('POST /api/invitations', { body: { email: 'otto@example.com', role: 'User' } });
      const thread = await customerWrites(other);
      await other.api('POST /api/messages', { body: textBody(thread, 'Hello') });
      expect(await stepsOf()).toMatchObject({ invite_teammate: true, import_contacts: true, test_message: true });
      const put = (dismissed: boolean) => other.api('PUT /api/setup-checklist', { body: { dismissed } });
      expect((await put(true)).body.dismissed).toBe(true);
      expect((await other.api('GET /api/setup-checklist')).body.dismissed).toBe(true);
      expect((await put(false)).body.dismissed).toBe(false);
    } finally {
      await other.close();
    }
  });
});
