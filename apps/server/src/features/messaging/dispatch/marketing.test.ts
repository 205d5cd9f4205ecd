// @module-tag data
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { templateOf } from '../../../testing/broadcasts.ts';
import { customerWrites, getMessage, queryAsOwner } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/*
 * Marketing templates go through WhatsApp's Marketing Messages API where the account agreed to its terms
 * (https://developers.facebook.com/docs/whatsapp/marketing-messages-lite-api/sending-messages).
 */

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());
afterEach(() => world.phone('DELETE', '/faults'));

/** Sets what the account agreed to, and lets the channel's check find it. */
async function setAccount(faults: { marketing_onboarded?: boolean; marketing_syncing?: boolean }): Promise<void> {
  await world.phone('POST', '/faults', faults);
  await world.api('POST /api/channels/{id}/doctor', { params: { id: world.channelId } });
  const wanted = faults.marketing_onboarded === true ? 'ONBOARDED' : 'ELIGIBLE';
  const facts = await queryAsOwner<{ value: string }>(
    world.server.owner,
    "select value from channel_facts where channel_id = $1 and name = 'marketing_messages'",
    [world.channelId],
  );
  expect(facts).toEqual([{ value: wanted }]);
  // The dispatcher reads the channel once a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
}

const offer = [
  { type: 'header', parameters: [{ type: 'image', image: { link: 'https://shop.example/spring.jpg' } }] },
  { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] },
];

/** Sends a template. @returns the edges of the calls with the message, in order */
async function edgesOf(name: string, components?: typeof offer, category?: string): Promise<string[]> {
  const thread = await customerWrites(world, freshPhone(), 'Hello');
  const template = { id: await templateOf(world, name), ...(components && { components }) };
  if (category !== undefined) {
    await queryAsOwner(world.server.owner, 'update templates set category = $2 where id = $1', [template.id, category]);
  }
  const { channel_id, id: thread_id } = thread;
  const sent = await world.api('POST /api/messages', {
    body: { id: newId(), channel_id, thread_id, source: 'INBOX', type: 'template', template } as never,
  });
  expect(sent.body).toMatchObject({ type: 'template' });
  const { id } = sent.body;
  // The picture's address is none: WhatsApp reports that after it has accepted the message.
  await until(async () => ((await getMessage(world, id)).status !== 0 ? true : null));
  const got = await queryAsOwner(
    world.server.owner,
    'select from messages where id = $1 and provider_message_id is not null',
    [id],
  );
  expect(got).toHaveLength(1);
  type Call = { cursor: string; direction: string; method: string; url: string; request: string };
  const { data } = await world.phone<{ data: Call[] }>('GET', '/traffic?newest=true&limit=50');
  return data
    .filter(({ direction, method, request }) => direction === 'in' && method === 'POST' && request.includes(id))
    .sort((a, b) => Number(a.cursor) - Number(b.cursor))
    .map(({ url }) => /(\w+)(\?|$)/.exec(url)?.[1] ?? '');
}

test('an account without the terms sends marketing templates as other messages', async () => {
  await setAccount({});
  expect(await edgesOf('spring_offer', offer)).toEqual(['messages']);
});

test('an onboarded account sends them through it, and other templates as before', async () => {
  await setAccount({ marketing_onboarded: true });
  expect(await edgesOf('spring_offer', offer)).toEqual(['marketing_messages']);
  expect(await edgesOf('hello_world')).toEqual(['messages']);
});

test('what it refuses is sent once the ordinary way, the next ones too, and the channel says why', async () => {
  await setAccount({ marketing_onboarded: true, marketing_syncing: true });
  expect(await edgesOf('spring_offer', offer)).toEqual(['marketing_messages', 'messages']);
  expect(await edgesOf('spring_offer', offer)).toEqual(['messages']);
  const { body } = await world.api('POST /api/channels/{id}/doctor', { params: { id: world.channelId } });
  expect(body.checks).toContainEqual(
    expect.objectContaining({ name: 'notices', state: 'warning', detail: expect.stringContaining('did not take') }),
  );
});

test('a template that only we take for marketing goes the ordinary way as well', async () => {
  await setAccount({ marketing_onboarded: true });
  expect(await edgesOf('hello_world', undefined, 'MARKETING')).toEqual(['marketing_messages', 'messages']);
});
