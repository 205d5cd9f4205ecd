import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAuth } from '../../testing/auth.ts';
import { addMember, createAccount, createUser } from '../../testing/users.ts';
import { testWorld, type World } from '../../testing/world.ts';

/* The catalogue of products of a number, which only WhatsApp has. */

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());
afterEach(() => world.phone('DELETE', '/faults'));

const stateOf = (id: string) => world.api('GET /api/channels/{id}/catalog', { params: { id } });
const products = (query = {}, id = world.channelId) =>
  world.api('GET /api/channels/{id}/catalog/products', { params: { id }, query });
const wordsOf = ({ body }: { body: unknown }) =>
  (body as { error: { message: string; data: Array<{ msg: string }> } }).error;

let numbers = 0;
/** Another number of the account, with something wrong from the start: what was found is kept for minutes. */
async function anotherNumber(faults: object): Promise<string> {
  const at = `10654035224299${numbers++}`;
  const number = { token: `EAA-token-${at}`, app_secret: `secret-${at}`, waba_id: `9${at}` };
  const display = `44207946097${numbers}`;
  world.simulator.registerAccount(at, { ...number, display_phone_number: display, verified_name: 'Kestrel' });
  const { status, body } = await world.api('POST /api/channels', {
    body: {
      ...{ kind: 'WHATSAPP', channel_label: `Number ${at}`, phone_number: `+${display}`, phone_number_id: at },
      ...{
        waba_id: number.waba_id,
        access_token: number.token,
        app_secret: number.app_secret,
        verify_token: `verify-${at}`,
      },
    },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  await fetch(`${world.simulator.url}/simulator/control/faults`, {
    method: 'POST',
    headers: { authorization: `Bearer ${number.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
  return body.id;
}

test('products come in pages, and are found by a part of their name', async () => {
  expect((await stateOf(world.channelId)).body).toEqual({
    state: 'connected',
    catalog: { id: expect.any(String), name: 'Kestrel shop', is_visible: true, is_cart_enabled: true },
  });
  const { body } = await products();
  expect(body.data).toHaveLength(12);
  expect(body.next_after).toBeNull();
  expect(body.data[0]).toEqual({
    ...{ retailer_id: 'BELL-22', name: 'Brass bell', price: '£12.00', is_available: true },
    description: expect.stringContaining('22 mm'),
  });
  expect(body.data.find(({ is_available }) => !is_available)?.retailer_id).toBe('BIKE-HERON5');
  const found = await products({ q: ' HELMET ' });
  expect(found.body.data.map(({ retailer_id }) => retailer_id)).toEqual(['HELMET-M', 'HELMET-L']);
  // Where a page ends WhatsApp says; its own cursor leads on.
  const rest = await products({ after: Buffer.from('at 10').toString('base64url') });
  expect(rest.body.data.map(({ retailer_id }) => retailer_id)).toEqual(['SADDLE-C', 'BIKE-HERON5']);
  expect((await products({ q: 'x'.repeat(101) })).status).toBe(422);
  expect(wordsOf(await products({ after: 'nonsense' })).data).toHaveLength(1);
});

test('each failure has its own words and a next step', async () => {
  await stateOf(world.channelId);
  await world.phone('POST', '/faults', { missing_permissions: ['catalog_management'] });
  const refused = await products();
  expect(refused.status).toBe(422);
  expect(wordsOf(refused).data[0]?.msg).toContain('create a token with the permission catalog_management');
  await world.phone('POST', '/faults', { missing_permissions: [], network_off: true });
  const lost = await products();
  expect(lost.status).toBe(503);
  expect(wordsOf(lost).message).toContain('try again in a moment');
});

test('without a catalogue, a permission or an answer there are none to send', async () => {
  const none = await anotherNumber({ no_catalog: true });
  expect((await stateOf(none)).body).toEqual({ state: 'none', catalog: null });
  expect(wordsOf(await products({}, none)).data[0]?.msg).toContain('Connect one to its WhatsApp account');
  const barred = await anotherNumber({ missing_permissions: ['catalog_management'] });
  expect((await stateOf(barred)).body).toEqual({ state: 'no_permission', catalog: null });
  const cut = await anotherNumber({ network_off: true });
  expect((await stateOf(cut)).body).toEqual({ state: 'unreachable', catalog: null });
  expect((await products({}, cut)).status).toBe(503);
  const cartless = await anotherNumber({ no_cart: true });
  expect((await stateOf(cartless)).body.catalog).toMatchObject({ is_cart_enabled: false });
});

test('every conversation asks, and WhatsApp is asked once', async () => {
  await stateOf(world.channelId);
  await stateOf(world.channelId);
  await products();
  const { data } = await world.phone<{ data: Array<{ url: string }> }>('GET', '/traffic?newest=true&limit=200');
  expect(data.filter(({ url }) => url.includes('product_catalogs'))).toHaveLength(1);
});

test('another account’s channel, and one that a member does not see, are not found', async () => {
  const auth = await createAuth(world.server.platform);
  const stranger = await createUser(world.server.owner);
  const foreignClient = await createAccount(world.server.owner, stranger);
  const foreign = await auth.idTokens.sign({
    ...{ uid: stranger.uid, sid: stranger.sid },
    account: { clientId: foreignClient, role: 'Owner' },
  });
  const member = await createUser(world.server.owner);
  await addMember(world.server.owner, world.clientId, member, 'User');
  const plain = await auth.idTokens.sign({
    ...{ uid: member.uid, sid: member.sid },
    account: { clientId: world.clientId, role: 'User' },
  });
  const call = { params: { id: world.channelId } };
  expect((await world.apiAs(plain)('GET /api/channels/{id}/catalog/products', call)).status).toBe(200);
  const other = await anotherNumber({});
  const limited = await world.api('PUT /api/team/{user_id}', {
    ...{ params: { user_id: member.uid }, body: { restrictions: { channel_ids: [other] } } },
  });
  expect(limited.status).toBe(200);
  for (const api of [world.apiAs(foreign), world.apiAs(plain)]) {
    expect((await api('GET /api/channels/{id}/catalog', call)).status).toBe(404);
    expect((await api('GET /api/channels/{id}/catalog/products', call)).status).toBe(404);
  }
});
