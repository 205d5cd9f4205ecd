import { fixtureIds, textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshWamid, nowS, testWorld, until, type World } from '../../testing/world.ts';

const { wabaId, phoneNumberId, displayPhoneNumber } = fixtureIds;
const first = 'EAA-token-of-the-test-channel';
const second = 'EAA-the-token-after-it';

let world: World;
beforeAll(async () => {
  world = await testWorld();
  await world.deliver(textFromCustomer({ id: freshWamid(), from: '447700900123', body: 'Hello', timestampS: nowS() }));
  await until(async () => (await world.api('GET /api/threads')).body.data.length === 1);
  provider(second);
  const rotated = await world.api('POST /api/channels/{id}/rotate', {
    params: { id: world.channelId },
    body: { access_token: second },
  });
  expect(rotated.status).toBe(200);
});
afterAll(() => world.close());

/** From now on the provider takes this token only. */
const provider = (token: string) =>
  world.simulator.registerAccount(phoneNumberId, {
    token,
    app_secret: world.appSecret,
    waba_id: wabaId,
    display_phone_number: displayPhoneNumber,
    verified_name: 'Kestrel shop',
    windows: false,
  });
async function say(body: string): Promise<string> {
  const [thread] = (await world.api('GET /api/threads')).body.data;
  const sent = await world.api('POST /api/messages', {
    body: { channel_id: world.channelId, thread_id: thread?.id ?? '', source: 'INBOX', type: 'text', text: { body } },
  });
  return sent.body.id;
}
const stateOf = async (id: string) => (await world.api('GET /api/messages/{id}', { params: { id } })).body.send_state;
const channel = async () => {
  const { body } = await world.api('GET /api/channels', {});
  return body.data.find(({ id }) => id === world.channelId);
};

test('both tokens send on the day of a rotation, whichever of them the provider accepts', async () => {
  const byNew = await say('By the new one');
  await until(async () => (await stateOf(byNew)) === 'accepted');
  provider(first);
  for (const body of ['By the earlier one', 'And again']) {
    const id = await say(body);
    await until(async () => (await stateOf(id)) === 'accepted');
  }
  provider(second);
  const again = await say('By the new one again');
  await until(async () => (await stateOf(again)) === 'accepted');
  expect(await channel()).toMatchObject({ state: 'ACTIVE' });
});

test('WhatsApp’s account data is requested with the earlier one too', async () => {
  provider(first);
  const profile = await world.api('GET /api/channels/{id}/profile', { params: { id: world.channelId } });
  expect(profile.status).toBe(200);
});

test('after that day a refused token pauses the channel, and its messages wait', async () => {
  provider(first);
  await world.server.owner.query(
    `update channels set previous_until = now() - interval '1 second', version = version + 1 where id = $1`,
    [world.channelId],
  );
  world.server.platform.notifier.notify('channels', world.channelId);
  const id = await say('This waits');
  await until(async () => (await channel())?.state === 'PAUSED');
  expect((await channel())?.state_reason).toContain('access token');
  expect(await stateOf(id)).toBe('waiting');
});
