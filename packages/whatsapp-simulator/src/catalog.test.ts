import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createReceiver, type Receiver } from './testing/receiver.ts';
import {
  accountAt,
  accountInput,
  eventually,
  type SimulatorProcess,
  startProcess,
  type TestAccount,
} from './testing/sandbox.ts';

/* The catalogue of the sandbox's shop: read by the business, seen and ordered from by a phone. */

const numberId = '106540352242922009';
const input = accountInput(9, null);
const ana = '351910000009';

let simulator: SimulatorProcess;
let receiver: Receiver;
let account: TestAccount;
beforeAll(async () => {
  receiver = createReceiver(input.app_secret, input.verify_token ?? '');
  await receiver.listen();
  simulator = await startProcess([]);
  await simulator.putAccount(numberId, { ...input, webhook_url: receiver.url });
  account = accountAt(simulator.url, numberId, input);
});
beforeEach(() => account.control('DELETE', 'faults'));
afterAll(async () => {
  await simulator.end();
  await receiver.close();
});

const codeOf = ({ body }: { body: Record<string, unknown> }) => (body.error as { code: number } | undefined)?.code;
const rowsOf = ({ body }: { body: Record<string, unknown> }) => body.data as Record<string, unknown>[];
const catalogId = async () => String(rowsOf(await account.graph('GET', `${input.waba_id}/product_catalogs`))[0]?.id);

test('a catalogue is read in pages and searched by name', async () => {
  const id = await catalogId();
  const fields = 'fields=retailer_id,name,price,currency,availability,image_url';
  const first = await account.graph('GET', `${id}/products?${fields}&limit=5`);
  expect(rowsOf(first)).toHaveLength(5);
  expect(rowsOf(first)[0]).toMatchObject({ retailer_id: 'BELL-22', price: '£12.00', currency: 'GBP' });
  const { cursors, next } = first.body.paging as { cursors: { after: string }; next?: string };
  expect(next).toContain('after=');
  const second = await account.graph('GET', `${id}/products?${fields}&limit=50&after=${cursors.after}`);
  expect(rowsOf(second)).toHaveLength(7);
  expect((second.body.paging as { next?: string }).next).toBeUndefined();
  const filter = encodeURIComponent(JSON.stringify({ name: { i_contains: 'LIGHT' } }));
  expect(rowsOf(await account.graph('GET', `${id}/products?filter=${filter}`))).toHaveLength(2);
  expect(codeOf(await account.graph('GET', `${id}/products?filter=%7B%7D`))).toBe(100);
  expect(codeOf(await account.graph('GET', `${input.waba_id}/products`))).toBe(100);
});

test('without the permission it is refused, and a business may have none', async () => {
  const id = await catalogId();
  await account.control('POST', 'faults', { missing_permissions: ['catalog_management'] });
  expect(codeOf(await account.graph('GET', `${input.waba_id}/product_catalogs`))).toBe(10);
  expect(codeOf(await account.graph('GET', `${id}/products`))).toBe(10);
  await account.control('POST', 'faults', { missing_permissions: [], no_catalog: true, no_cart: true });
  expect(rowsOf(await account.graph('GET', `${input.waba_id}/product_catalogs`))).toEqual([]);
  expect(codeOf(await account.graph('GET', `${id}/products`))).toBe(100);
  const [settings] = rowsOf(await account.graph('GET', `${numberId}/whatsapp_commerce_settings`));
  expect(settings).toMatchObject({ is_catalog_visible: false, is_cart_enabled: false });
});

test('a phone shows the products that a message names, and orders them', async () => {
  const id = await catalogId();
  await account.control('POST', 'phones', { phone_number: ana, name: 'Ana' });
  await account.control('POST', `phones/${ana}/messages`, { type: 'text', text: { body: 'Hello' } });
  const send = (interactive: object) =>
    account.graph('POST', `${numberId}/messages`, {
      ...{ messaging_product: 'whatsapp', to: ana, type: 'interactive', interactive },
    });
  const items = ['TUBE-700', 'GONE', 'BELL-22'].map((product_retailer_id) => ({ product_retailer_id }));
  const action = { catalog_id: id, sections: [{ title: 'Parts', product_items: items }] };
  const header = { type: 'text', text: 'For you' };
  await send({ type: 'product_list', header, body: { text: 'These?' }, action });
  await send({ type: 'product', action: { catalog_id: id, product_retailer_id: 'BIKE-HERON5' } });
  await send({ type: 'catalog_message', body: { text: 'All' }, action: { name: 'catalog_message' } });
  const shown = await eventually('three messages', async () => {
    const got = (await account.messagesOf(ana)).filter(({ direction }) => direction === 'to_customer');
    return got.length === 3 && got.map(({ content }) => (content as { products?: object[] }).products ?? []);
  });
  expect(shown.map((products) => products.length).sort((a, b) => a - b)).toEqual([1, 2, 12]);
  expect(shown.find((products) => products.length === 2)).toEqual([
    { product_retailer_id: 'TUBE-700', name: 'Inner tube 700C', item_price: 6.5, currency: 'GBP', available: true },
    { product_retailer_id: 'BELL-22', name: 'Brass bell', item_price: 12, currency: 'GBP', available: true },
  ]);
  expect(shown.find((products) => products.length === 1)).toMatchObject([{ available: false }]);
  const product_items = [{ product_retailer_id: 'BELL-22', quantity: 2, item_price: 12, currency: 'GBP' }];
  const ordered = await account.control('POST', `phones/${ana}/messages`, {
    ...{ type: 'order', order: { text: '', product_items } },
  });
  expect(ordered.body.content).toMatchObject({ catalog_id: id, product_items });
});
