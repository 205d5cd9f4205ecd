import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { botTexts } from '../../../testing/automations.ts';
import { customerSends, customerWrites, queryAsOwner } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../../testing/world.ts';

// @module-tag data

/*
 * What counts as a request to stop marketing messages, beside a text: taps, captions and edits.
 * https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/reference/messages/button
 */

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const isOut = async (contactId: string) =>
  (await world.api('GET /api/contacts/{id}', { params: { id: contactId } })).body.opted_out_at !== null;
const send = async (message: Record<string, unknown>, phone = freshPhone()) =>
  isOut((await customerSends(world, phone, message)).contact_id);
const quickReply = (text: string, payload = text) => ({ type: 'button', button: { text, payload } });
const choice = (type: 'button_reply' | 'list_reply', title: string) => ({
  type: 'interactive',
  interactive: { type, [type]: { id: 'a', title } },
});
const image = { id: '1013859600285441', mime_type: 'image/jpeg', sha256: 'x' };

describe('a tap on a quick reply of a template', () => {
  test.each(['Stop promotions', 'Parar promoções', 'Detener promociones', 'Stop', 'Abmelden', 'Arrêter', 'STOP'])(
    '“%s” opts out, whatever the account’s languages',
    async (label) => expect(await send(quickReply(label))).toBe(true),
  );
  test('opts out by its payload where the label is the account’s own', async () => {
    expect(await send(quickReply('No, thank you', 'UNSUBSCRIBE'))).toBe(true);
  });
  test.each(['Baja', 'Alta', 'Yes, stop by', 'Promotions'])('“%s” is an answer', async (label) => {
    expect(await send(quickReply(label))).toBe(false);
  });
  test('is confirmed once', async () => {
    const phone = freshPhone();
    const thread = await customerSends(world, phone, quickReply('Stop promotions'));
    await customerSends(world, phone, quickReply('Stop promotions'));
    expect(await botTexts(world, thread)).toEqual([expect.stringContaining('Send START to get them again')]);
  });
});

describe('a choice that the account offered', () => {
  test.each([
    ['button_reply', 'Unsubscribe', true],
    ['list_reply', 'STOP', true],
    ['button_reply', 'Stop promotions', true],
    ['list_reply', 'Abmelden', false],
    ['button_reply', 'Baja', false],
  ] as const)('%s “%s”: opted out %s', async (type, title, wanted) => {
    expect(await send(choice(type, title))).toBe(wanted);
  });
  test('opts nobody in again', async () => {
    const phone = freshPhone();
    await customerWrites(world, phone, 'stop');
    expect(await send(choice('button_reply', 'Start'), phone)).toBe(true);
    expect(await send(quickReply('Start'), phone)).toBe(false);
  });
});

test('the caption of a picture counts as what the customer wrote, and opts nobody in', async () => {
  const phone = freshPhone();
  expect(await send({ type: 'image', image: { ...image, caption: 'Look' } }, phone)).toBe(false);
  expect(await send({ type: 'image', image: { ...image, caption: 'STOP!' } }, phone)).toBe(true);
  expect(await send({ type: 'image', image: { ...image, caption: 'start' } }, phone)).toBe(true);
});

test('a message edited to the word opts out, and opts nobody in', async () => {
  const phone = freshPhone();
  const id = freshWamid();
  const { contact_id: contact } = await customerSends(world, phone, { id, type: 'text', text: { body: 'Stpo' } });
  expect(await isOut(contact)).toBe(false);
  const edit = (body: string, at: number) => customerEdits(world, phone, { id: freshWamid(), at, original: id, body });
  await edit('STOP', nowS() + 1);
  await until(() => isOut(contact));
  await edit('START', nowS() + 2);
  await until(async () => {
    const [row] = await queryAsOwner<{ body: string }>(
      world.server.owner,
      `select content->>'body' as body from messages where provider_message_id = $1`,
      [id],
    );
    return row?.body === 'START';
  });
  expect(await isOut(contact)).toBe(true);
});

async function customerEdits(
  { deliver }: World,
  from: string,
  { id, at, original, body }: { id: string; at: number; original: string; body: string },
): Promise<void> {
  await deliver({
    contacts: [{ profile: { name: 'Amara Okafor' }, wa_id: from.slice(1) }],
    messages: [
      {
        ...{ from: from.slice(1), id, timestamp: String(at), type: 'edit' },
        edit: { original_message_id: original, message: { type: 'text', text: { body } } },
      },
    ],
  } as unknown as Parameters<World['deliver']>[0]);
}
