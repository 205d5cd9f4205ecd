import { afterAll, beforeAll, expect, test } from 'vitest';
import { handsOver } from '../../testing/agent.ts';
import { customerWrites, queryAsOwner } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { nowS, testWorld, until, type World } from '../../testing/world.ts';

/* https://developers.facebook.com/documentation/business-messaging/whatsapp/typing-indicators */

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const typing = (id: string) => world.api('POST /api/threads/{id}/typing', { params: { id } });
const phoneOf = (number: string) => world.phone<{ typing_until: string | null }>('GET', `/phones/${number}`);

test('the customer sees that the team types, and that it read the message', async () => {
  const number = freshPhone();
  await world.phone('POST', '/phones', { phone_number: number, name: 'Layla' });
  await world.phone('POST', `/phones/${number}/messages`, { type: 'text', text: { body: 'Hello' } });
  const id = await until(async () => {
    const [row] = await queryAsOwner<{ id: string }>(
      world.server.owner,
      'select id from threads where client_id = $1 and to_phone = $2 and window_expires_at is not null',
      [world.clientId, number],
    );
    return row?.id;
  });
  expect(await typing(id)).toMatchObject({ status: 200, body: { shown: true } });
  expect((await phoneOf(number)).typing_until).not.toBeNull();
  const { data } = await world.phone<{ data: { status: number }[] }>('GET', `/phones/${number}/messages`);
  expect(data.map(({ status }) => status)).toEqual([3]);
});

test('nothing is shown where the team may not answer', async () => {
  const closed = await customerWrites(world, freshPhone(), 'Long ago', nowS() - 90_000);
  expect((await typing(closed.id)).body).toEqual({ shown: false });
  const phone = freshPhone();
  const held = await customerWrites(world, phone, 'To the agent', nowS() - 10);
  await handsOver(world, phone, 'ai_agent');
  expect((await typing(held.id)).body).toEqual({ shown: false });
});
