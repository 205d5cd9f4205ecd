// @module-tag data
import type { Contact } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { customerWrites, getMessage, queryAsOwner, textBody } from '../../../testing/inbox.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';
import { maskContact } from '../../team/mask.ts';

/*
 * WhatsApp names the account by another number than the one dialled, where it was opened before the country changed
 * its numbers: `contacts[0].wa_id` of the answer, and `from` of the reply (Cloud API reference, Messages).
 */

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const delivered = (id: string) => until(async () => (await getMessage(world, id)).status === 2);
const contactsOf = async (...numbers: string[]) =>
  (await world.api('GET /api/contacts/multi', { query: { phone_number: numbers } })).body.map(({ id }) => id);

describe('a reply from the number that WhatsApp knows', () => {
  test.each([
    ['Ivory Coast', '22507123456', '+225 07 07 12 34 56'],
    ['Ivory Coast, typed in the old form', '22504123456', '+225 04 12 34 56'],
    ['Mexico', '5215512345678', '+52 55 1234 5678'],
    ['Benin', '22997123456', '+229 01 97 12 34 56'],
  ])('stays in the conversation: %s', async (_, from, to) => {
    const thread = await customerWrites(world, from);
    const sent = await world.api('POST /api/messages', {
      body: {
        ...{ id: newId(), channel_id: world.channelId, to, source: 'INBOX', type: 'text' },
        text: { body: 'Your order is ready' },
      },
    });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({ thread_id: thread.id, contact_id: thread.contact_id, to: from });
    expect((await customerWrites(world, from, 'Thank you')).id).toBe(thread.id);
    expect(await contactsOf(from, to)).toEqual([thread.contact_id]);
  });

  test('stays in the conversation, also where no rule connects the two numbers', async () => {
    await world.phone('POST', '/phones', { phone_number: '37744123456' });
    const thread = await customerWrites(world, '38344123456');
    const sent = await world.api('POST /api/messages', { body: textBody(thread, 'Good morning') });
    await delivered(sent.body.id);
    expect((await customerWrites(world, '37744123456', 'Hello again')).id).toBe(thread.id);
    expect(await contactsOf('38344123456', '37744123456')).toEqual([thread.contact_id]);
  });

  test('is shown on the contact, at once, and not to members who may not see numbers', async () => {
    await world.phone('POST', '/phones', { phone_number: '37745123456' });
    const thread = await customerWrites(world, '38345123456');
    const read = async () =>
      (await world.api('GET /api/contacts/{id}', { params: { id: thread.contact_id } })).body as Contact;
    const before = await read();
    expect(before).not.toHaveProperty('other_numbers');
    const sent = await world.api('POST /api/messages', { body: textBody(thread, 'Good morning') });
    await delivered(sent.body.id);
    const after = await read();
    expect(after.other_numbers).toEqual(['37745123456']);
    expect(after.version).toBeGreaterThan(before.version);
    expect(maskContact(after)).not.toHaveProperty('other_numbers');
  });

  test('of another contact merges nothing: the two are suggested as duplicates', async () => {
    await world.phone('POST', '/phones', { phone_number: '38643123456' });
    const theirs = await customerWrites(world, '38643123456');
    const thread = await customerWrites(world, '38343123456');
    const sent = await world.api('POST /api/messages', { body: textBody(thread, 'Good morning') });
    await delivered(sent.body.id);
    const pair = await until(async () => {
      const rows = await queryAsOwner<{ a_id: string; b_id: string }>(
        world.server.owner,
        'select a_id, b_id from contact_duplicates where client_id = $1',
        [world.clientId],
      );
      return rows.find(({ a_id, b_id }) => [a_id, b_id].includes(thread.contact_id));
    });
    expect([pair.a_id, pair.b_id].sort()).toEqual([theirs.contact_id, thread.contact_id].sort());
    expect((await customerWrites(world, '38643123456', 'Mine')).id).toBe(theirs.id);
  });
});

test('a number that a member wrote in another way stays that of its conversation', async () => {
  const thread = await customerWrites(world, '5213312345678');
  const change = (phone_number: string) =>
    world.api('PUT /api/contacts/{id}', { params: { id: thread.contact_id }, body: { phone_number } });
  expect((await change('+52 33 1234 5678')).status).toBe(200);
  expect((await change('+44 7700 900777')).status).toBe(200);
  expect((await customerWrites(world, '5213312345678', 'Still me')).id).toBe(thread.id);
});

test('a verified test phone is one in every form of its number', async () => {
  const thread = await customerWrites(world, '22505123456');
  const added = await world.api('POST /api/sandbox/test-numbers', {
    body: { id: newId(), name: 'Abidjan', phone_number: '+225 05 05 12 34 56' },
  });
  await customerWrites(world, '22505123456', `Test ${added.body.code}`);
  await until(async () => (await world.api('GET /api/sandbox/test-numbers')).body.data[0]?.state === 'VERIFIED');
  await world.api('PUT /api/contacts/{id}', {
    params: { id: thread.contact_id },
    body: { phone_number: '+225 05 05 12 34 56' },
  });
  const body = textBody(thread, 'A test', { source: 'BROADCAST_SANDBOX' });
  expect((await world.api('POST /api/messages', { body })).status).toBe(201);
});
