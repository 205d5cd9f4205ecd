/** Every delivery is stored or refused, both are shown, and a refused one can be replayed. */
import { buildWebhook, fixtureIds, signedBody, textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryAsOwner, untilApplied } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { postAccountUpdate } from '../../testing/webhooks.ts';
import { freshWamid, nowS, testWorld, type World } from '../../testing/world.ts';

const operatorsToken = 'verify-token-of-the-operator';
const appSecret = 'app-secret-of-the-test-channel';
let world: World;
beforeAll(async () => {
  world = await testWorld({ env: { META_APP_SECRET: appSecret, META_VERIFY_TOKEN: operatorsToken } });
});
afterAll(() => world.close());

const { wabaId } = fixtureIds;
const params = () => ({ id: world.channelId });
const readStatistics = async () => (await world.api('GET /api/channels/{id}/webhooks', { params: params() })).body;
const message = (phoneNumberId: string, displayPhoneNumber: string, from: string) =>
  signedBody(
    buildWebhook(
      { wabaId, phoneNumberId, displayPhoneNumber },
      textFromCustomer({ id: freshWamid(), from, body: 'Hello', timestampS: nowS() }),
    ),
    world.appSecret,
  );
const messagesFrom = (phone: string) =>
  queryAsOwner<{ channel_id: string }>(
    world.server.owner,
    'select channel_id from messages where client_id = $1 and "to" = $2',
    [world.clientId, phone],
  );

describe('webhook statistics of a channel', () => {
  test('count received, stored and refused parts, with the reasons', async () => {
    const before = await readStatistics();
    await world.deliver(textFromCustomer({ id: freshWamid(), from: freshPhone(), body: 'Hi', timestampS: nowS() }));
    await postAccountUpdate(world, 'a_field_of_tomorrow', { anything: 1 });
    await postAccountUpdate(world, 'account_review_update', { decision: 'APPROVED' });
    await world.postWebhook(Buffer.from('{}'), 'sha256=00');
    const unreadable = signedBody('not an object', world.appSecret);
    await world.postWebhook(unreadable.body, unreadable.signature);
    await untilApplied(world.server.owner);
    const after = await readStatistics();
    expect(after).toMatchObject({
      deliveries: before.deliveries + 4,
      received: before.received + 4,
      stored: before.stored + 2,
      refused: before.refused + 2,
    });
    expect(after.received).toBe(after.stored + after.refused);
    expect(after.reasons).toEqual(
      expect.arrayContaining([
        { reason: 'kept_for_later', count: 1 },
        { reason: 'not_an_object', count: 1 },
      ]),
    );
    expect(after.data.map(({ reason }) => reason)).toEqual(['not_an_object', 'kept_for_later']);
  });

  test('are paged', async () => {
    const first = await world.api('GET /api/channels/{id}/webhooks', { params: params(), query: { limit: 1 } });
    expect(first.body.data).toHaveLength(1);
    const cursor = first.body.next_cursor ?? '';
    const second = await world.api('GET /api/channels/{id}/webhooks', {
      params: params(),
      query: { limit: 1, cursor },
    });
    expect(second.body.data[0]?.id).not.toBe(first.body.data[0]?.id);
  });

  test('a number that was not connected yet: its messages are stored by replay after it is connected, once', async () => {
    const from = freshPhone();
    const { body, signature } = message('106540000000077', '15550007777', from);
    await world.postWebhook(body, signature);
    await untilApplied(world.server.owner);
    const before = await readStatistics();
    expect(before.reasons).toEqual(expect.arrayContaining([{ reason: 'not_for_this_app', count: 1 }]));
    const connected = await world.api('POST /api/channels', {
      body: {
        kind: 'WHATSAPP',
        channel_label: 'Later',
        phone_number: '+15550007777',
        phone_number_id: '106540000000077',
        waba_id: wabaId,
        access_token: 'a token that nobody knows',
        app_secret: world.appSecret,
        verify_token: 'verify-token',
      },
    });
    const replay = await world.api('POST /api/channels/{id}/webhooks/replay', { params: params() });
    expect(replay.body).toMatchObject({ stored: 1, gone: 0, more: false });
    expect(await messagesFrom(from)).toEqual([{ channel_id: connected.body.id }]);
    const after = await readStatistics();
    expect(after).toMatchObject({ received: before.received, stored: before.stored + 1, refused: before.refused - 1 });
    const again = await world.api('POST /api/channels/{id}/webhooks/replay', { params: params() });
    expect(again.body.stored).toBe(0);
    expect(await readStatistics()).toMatchObject({ stored: after.stored, refused: after.refused });
    expect(await messagesFrom(from)).toHaveLength(1);
  });

  test('expired raw events are counted as gone', async () => {
    await queryAsOwner(world.server.owner, 'delete from webhook_events');
    const replay = await world.api('POST /api/channels/{id}/webhooks/replay', { params: params() });
    expect(replay.body).toMatchObject({ deliveries: 0, stored: 0 });
    expect(replay.body.gone).toBeGreaterThan(0);
  });

  test('another account’s channel is not found', async () => {
    const missing = await world.api('GET /api/channels/{id}/webhooks', { params: { id: world.clientId } });
    expect(missing.status).toBe(404);
  });
});

describe('the operator’s own address', () => {
  const address = () => `${world.server.url}/webhooks/whatsapp`;
  const post = (body: Buffer, signature: string) =>
    fetch(address(), { method: 'POST', headers: { 'x-hub-signature-256': signature }, body: new Uint8Array(body) });

  test('answers the handshake with the operator’s token', async () => {
    const query = 'hub.mode=subscribe&hub.challenge=77&hub.verify_token=';
    expect(await (await fetch(`${address()}?${query}${operatorsToken}`)).text()).toBe('77');
    expect((await fetch(`${address()}?${query}verify-token-of-the-test`)).status).toBe(403);
  });

  test('routes every event to the channel it names, and to no other', async () => {
    const [known, stranger] = [freshPhone(), freshPhone()];
    const good = message(fixtureIds.phoneNumberId, fixtureIds.displayPhoneNumber, known);
    const before = await readStatistics();
    expect((await post(good.body, good.signature)).status).toBe(200);
    const lost = message('999999999999999', '15559999999', stranger);
    expect((await post(lost.body, lost.signature)).status).toBe(200);
    await untilApplied(world.server.owner);
    expect(await messagesFrom(known)).toEqual([{ channel_id: world.channelId }]);
    expect(await messagesFrom(stranger)).toEqual([]);
    expect(await readStatistics()).toMatchObject({ received: before.received + 1, stored: before.stored + 1 });
  });

  test('rejects a wrong signature, and its id is not a channel', async () => {
    const { body, signature } = message(fixtureIds.phoneNumberId, fixtureIds.displayPhoneNumber, freshPhone());
    expect((await post(body, `${signature.slice(0, -1)}x`)).status).toBe(401);
    const asChannel = await world.postWebhook(body, signature, '00000000-0000-0000-0000-000000000000');
    expect(asChannel.status).toBe(404);
  });
});

test('the address does not exist without an app of the operator', async () => {
  const other = await testWorld();
  try {
    const answer = await fetch(`${other.server.url}/webhooks/whatsapp`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(404);
  } finally {
    await other.close();
  }
});
