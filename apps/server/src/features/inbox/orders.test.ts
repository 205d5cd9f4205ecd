// @module-tag data
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerSends, customerWrites, queryAsOwner } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

/* Orders that customers place from a catalogue, as records on the contact. */

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const line = (article: string, quantity: number, price: unknown) => ({
  product_retailer_id: article,
  quantity,
  item_price: price,
  currency: 'EUR',
});
const orders = (phone: string, order: unknown) => customerSends(world, phone, { type: 'order', order });
const ordersOf = async (contactId: string) =>
  (await world.api('GET /api/contacts/{id}/orders', { params: { id: contactId } })).body.data;

test('orders are listed with articles, amounts and currency, newest first, and go with the contact', async () => {
  const phone = freshPhone();
  const thread = await customerWrites(world, phone, 'Hello');
  await orders(phone, { catalog_id: '77', text: 'Please wrap it', product_items: [line('BELL', 2, 4.1)] });
  await until(async () => (await ordersOf(thread.contact_id)).length === 1);
  await orders(phone, { catalog_id: '77', product_items: [line('TUBE', 1, '12.5'), line('BELL', 1, 'much')] });
  await until(async () => (await ordersOf(thread.contact_id)).length === 2);
  const found = await ordersOf(thread.contact_id);
  expect(found).toMatchObject([
    {
      text: '',
      pieces: 2,
      sums: null,
      lines: [
        { article: 'TUBE', price: 12.5 },
        { article: 'BELL', price: null },
      ],
    },
    {
      thread_id: thread.id,
      catalog_id: '77',
      text: 'Please wrap it',
      pieces: 2,
      sums: [{ currency: 'EUR', amount: 8.2 }],
      lines: [{ article: 'BELL', quantity: 2, price: 4.1, currency: 'EUR' }],
    },
  ]);
  const message = await world.api('GET /api/messages/{id}', { params: { id: found[1]?.id ?? '' } });
  expect(message.body).toMatchObject({ type: 'order', order: { text: 'Please wrap it' } });

  await world.api('POST /api/contacts/{id}/erase', { params: { id: thread.contact_id }, body: { confirm: 'ERASE' } });
  await until(async () => {
    const left = await queryAsOwner(world.server.owner, "select id from messages where content::text like '%wrap it%'");
    return left.length === 0;
  });
  const gone = await world.api('GET /api/contacts/{id}/orders', { params: { id: thread.contact_id } });
  expect(gone.status).toBe(404);
});
