import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerSends } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { nowS, testWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const replies: [string, object, string][] = [
  ['a tapped button', { type: 'button_reply', button_reply: { id: 'b1', title: 'Tomorrow' } }, 'Tomorrow'],
  ['a chosen row', { type: 'list_reply', list_reply: { id: 'r1', title: 'City bikes' } }, 'City bikes'],
];

test.each(replies)('the row of a conversation says what %s says', async (_, interactive, preview) => {
  const thread = await customerSends(world, freshPhone(), { type: 'interactive', interactive }, nowS());
  expect(thread.last_message).toMatchObject({ type: 'interactive', preview });
});

test('a message of WhatsApp without words says what it is about', async () => {
  const thread = await customerSends(world, freshPhone(), { type: 'request_welcome' }, nowS());
  expect(thread.last_message).toMatchObject({ type: 'system', preview: 'request_welcome' });
});
