import type { SendMessageBody, Thread } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { customerWrites, getMessage, queryAsOwner } from '../../../testing/inbox.ts';
import { mp4, png, upload } from '../../../testing/media.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/* Locations, contact cards, interactive messages, and templates with an uploaded file. */

let world: World;
let thread: Thread;
beforeAll(async () => {
  world = await testWorld();
  thread = await customerWrites(world);
});
afterAll(() => world.close());

type Content = Partial<SendMessageBody> & Pick<SendMessageBody, 'type'>;
const post = (content: Content, to = thread) =>
  world.api('POST /api/messages', {
    body: { id: newId(), channel_id: to.channel_id, thread_id: to.id, source: 'INBOX', ...content } as never,
  });
const arrives = (id: string) => until(async () => (await getMessage(world, id)).status >= 2);
const fieldsOf = (answer: { body: unknown }) =>
  (answer.body as { error: { data: Array<{ field: string }> } }).error.data.map(({ field }) => field);

const reply = (id: string, title: string) => ({ type: 'reply', reply: { id, title } });
const body = { text: 'Which day suits you, {{FIRST_NAME}}?' };

describe('each goes out and is read back as it was sent', () => {
  const contents: Array<[string, Content]> = [
    [
      'a location',
      { type: 'location', location: { latitude: 51.5, longitude: -0.12, name: 'Shop', address: '1 Road' } },
    ],
    [
      'contact cards',
      {
        type: 'contacts',
        contacts: [
          { name: { formatted_name: 'Kwame Mensah', first_name: 'Kwame' }, phones: [{ phone: '+447700900222' }] },
        ],
      },
    ],
    [
      'buttons',
      {
        type: 'interactive',
        interactive: { type: 'button', body, action: { buttons: [reply('a', 'Friday'), reply('b', 'Monday')] } },
      },
    ],
    [
      'a list',
      {
        type: 'interactive',
        interactive: {
          type: 'list',
          body,
          action: {
            button: 'Choose',
            sections: [{ title: 'Days', rows: [{ id: 'fri', title: 'Friday', description: 'Until noon' }] }],
          },
        },
      },
    ],
    [
      'a link button',
      {
        type: 'interactive',
        interactive: {
          type: 'cta_url',
          body,
          action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://example.com' } },
        },
      },
    ],
    [
      'products with what they are called and cost',
      {
        type: 'interactive',
        interactive: {
          type: 'product_list',
          header: { type: 'text', text: 'For your bike' },
          body,
          action: {
            catalog_id: '7',
            sections: [{ title: 'Parts', product_items: [{ product_retailer_id: 'BELL-22' }] }],
          },
          products: [{ product_retailer_id: 'BELL-22', name: 'Brass bell', price: '£12.00' }],
        },
      },
    ],
    [
      'a request for the location',
      {
        type: 'interactive',
        interactive: { type: 'location_request_message', body, action: { name: 'send_location' } },
      },
    ],
  ];
  test.each(contents)('%s', async (_name, content) => {
    const sent = await post(content);
    expect(sent.status).toBe(201);
    await arrives(sent.body.id);
    const shown = await getMessage(world, sent.body.id);
    const given = content[content.type];
    expect(shown[content.type as 'location']).toEqual(
      JSON.parse(JSON.stringify(given).replace('{{FIRST_NAME}}', thread.contact.name.split(' ')[0] ?? '')),
    );
  });

  test('a list row shows the text of an interactive message', async () => {
    const { last_message: last } = (await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body;
    expect(last?.preview).toMatch(/^Which day/);
  });
});

test('a product without words has its name in the list, and WhatsApp is not sent the name', async () => {
  const product = (id: string, products?: object[]) =>
    post({
      type: 'interactive',
      interactive: {
        type: 'product',
        action: { catalog_id: '7', product_retailer_id: id },
        ...(products && { products }),
      },
    });
  const preview = async () =>
    (await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body.last_message?.preview;
  const unnamed = await product('TUBE-700');
  await arrives(unnamed.body.id);
  expect(await preview()).toBe('');
  const named = await product('BELL-22', [{ product_retailer_id: 'BELL-22', name: 'Brass bell', price: '£12.00' }]);
  await arrives(named.body.id);
  expect(await preview()).toBe('Brass bell');
  const { data } = await world.phone<{ data: Array<{ request: string }> }>('GET', '/traffic?newest=true&limit=50');
  const sent = data.map(({ request }) => request).filter((request) => request.includes('"BELL-22"'));
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.join()).not.toContain('Brass bell');
});

test.each<[string, Content, string]>([
  ['a latitude beyond the pole', { type: 'location', location: { latitude: 91, longitude: 0 } }, 'location.latitude'],
  ['a card without a name', { type: 'contacts', contacts: [{ phones: [] }] }, 'contacts.0.name'],
  [
    'no buttons',
    { type: 'interactive', interactive: { type: 'button', body, action: { buttons: [] } } },
    'interactive.action.buttons',
  ],
  ['content of another type', { type: 'location', contacts: [{ name: { formatted_name: 'A' } }] }, 'contacts'],
  ['no content', { type: 'interactive' }, 'interactive'],
])('%s is refused with its field', async (_name, content, field) => {
  const refused = await post(content);
  expect(refused.status).toBe(422);
  expect(fieldsOf(refused)).toContain(field);
});

describe('an interactive message with an uploaded file in its header', () => {
  const withHeader = (header: object): Content => ({
    type: 'interactive',
    interactive: { type: 'button', header, body, action: { buttons: [reply('a', 'Friday')] } } as never,
  });

  test('is uploaded to WhatsApp before it leaves', async () => {
    const file = (await upload(world, png(65, 64))).body.id;
    const sent = await post(withHeader({ type: 'image', image: { media_id: file } }));
    expect(sent.status).toBe(201);
    await arrives(sent.body.id);
    const shown = await getMessage(world, sent.body.id);
    expect(shown.interactive).toMatchObject({
      header: { type: 'image', image: { media_id: file } },
      media_info: { media_id: file, width: 65, state: 'ready' },
    });
    const phone = await world.phone<{ data: { content: Record<string, unknown> }[] }>(
      'GET',
      `/phones/${thread.contact.phone_number}/messages?limit=1000`,
    );
    const arrived = phone.data.map(({ content }) => content).filter(({ header }) => header !== undefined);
    expect(arrived.at(-1)).toMatchObject({ header: { type: 'image', image: { id: expect.any(String) } } });
    expect(Object.keys(arrived.at(-1) ?? {}).toSorted()).toEqual(['action', 'body', 'header', 'type']);
  });

  test('is refused with its field when there is no such file, or one of another kind', async () => {
    const pdf = await upload(world, Buffer.from('%PDF-1.7\nprices'), { 'content-type': 'application/pdf' });
    for (const media_id of [newId(), 'no-id', pdf.body.id]) {
      const refused = await post(withHeader({ type: 'image', image: { media_id } }));
      expect([refused.status, fieldsOf(refused)]).toEqual([422, ['interactive.header.image.media_id']]);
    }
  });
});

// https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/interactive-media-carousel-messages/
describe('a carousel with an uploaded file on every card', () => {
  const card = (at: number, media_id: string, kind: 'image' | 'video' = 'image') => ({
    card_index: at,
    header: { type: kind, [kind]: { media_id } },
    body: { text: `Heron ${at + 5} for {{FIRST_NAME}}` },
    action: { buttons: [{ type: 'quick_reply', quick_reply: { id: `card_${at}`, title: 'Order' } }] },
  });
  const carousel = (...cards: object[]): Content => ({
    type: 'interactive',
    interactive: { type: 'carousel', body, action: { cards } },
  });

  test('has all of them uploaded to WhatsApp before it leaves, and shows them', async () => {
    const files = [(await upload(world, png(65, 64))).body.id, (await upload(world, mp4(2_000))).body.id];
    const [first = '', second = ''] = files;
    // The same picture may be on two cards.
    const sent = await post(carousel(card(0, first), card(1, second, 'video'), card(2, first)));
    expect(sent.status).toBe(201);
    await arrives(sent.body.id);
    const shown = (await getMessage(world, sent.body.id)).interactive as { action: { cards: object[] } };
    expect(Object.keys(shown).toSorted()).toEqual(['action', 'body', 'type']);
    expect(shown.action.cards).toMatchObject([
      { card_index: 0, media_info: { media_id: first, width: 65, state: 'ready', url: expect.any(String) } },
      { card_index: 1, media_info: { media_id: second, mime_type: 'video/mp4', state: 'ready' } },
      { card_index: 2, media_info: { media_id: first, width: 65, state: 'ready' } },
    ]);
    const [arrived] = await arrivedOf('carousel');
    expect(arrived).toMatchObject({
      action: {
        cards: [
          { card_index: 0, header: { type: 'image', image: { id: expect.stringMatching(/^\d+$/) } } },
          { card_index: 1, header: { type: 'video', video: { id: expect.stringMatching(/^\d+$/) } } },
          { card_index: 2 },
        ],
      },
    });
    expect(JSON.stringify(arrived)).not.toMatch(/media_id|media_info|card_files|FIRST_NAME/);
  });

  test('what is read back can be sent again, and its own marks are not the caller’s to set', async () => {
    const { id: file } = (await upload(world, png(66, 64))).body;
    const sent = await post(carousel(card(0, file), card(1, file)));
    await arrives(sent.body.id);
    const { interactive } = await getMessage(world, sent.body.id);
    const again = await post({
      type: 'interactive',
      interactive: {
        ...interactive,
        card_files: [{ media_id: newId() }],
        provider_media_ids: { [file]: '1' },
      } as never,
    });
    expect(again.status).toBe(201);
    await arrives(again.body.id);
    expect((await getMessage(world, again.body.id)).interactive).toMatchObject({
      action: { cards: [{ media_info: { media_id: file } }, { media_info: { media_id: file } }] },
    });
  });

  test('is refused at the card whose file is missing or of another kind', async () => {
    const { id: file } = (await upload(world, png(67, 64))).body;
    for (const wrong of [card(1, newId()), card(1, 'no-id'), card(1, file, 'video')]) {
      const refused = await post(carousel(card(0, file), wrong));
      const kind = (wrong.header as { type: string }).type;
      expect([refused.status, fieldsOf(refused)]).toEqual([
        422,
        [`interactive.action.cards.1.header.${kind}.media_id`],
      ]);
    }
  });

  test.each<[string, unknown]>([
    ['no cards', undefined],
    ['cards that are no list', { 0: card(0, 'x') }],
    ['cards that are no objects', [1, null]],
    ['a header of another type', [0, 1].map((at) => ({ ...card(at, 'x'), header: { type: 'document' } }))],
    ['a header that is no object', [0, 1].map((at) => ({ ...card(at, 'x'), header: 'image' }))],
    ['a text that is no text', [0, 1].map((at) => ({ ...card(at, 'x'), body: { text: 1 } }))],
    ['buttons that are no list', [0, 1].map((at) => ({ ...card(at, 'x'), action: { buttons: 'two' } }))],
    ['two cards in one place', [card(0, 'x'), card(0, 'x')]],
    ['different numbers of buttons', [card(0, 'x'), { ...card(1, 'x'), action: { buttons: [] } }]],
  ])('%s: refused with a field', async (_name, cards) => {
    const refused = await post({ type: 'interactive', interactive: { type: 'carousel', body, action: { cards } } });
    expect(refused.status).toBe(422);
    expect(fieldsOf(refused)[0]).toMatch(/^interactive\.action/);
  });

  test('its files go with the conversation', async () => {
    const { id: file } = (await upload(world, png(68, 64))).body;
    const { id: other } = (await upload(world, png(69, 64))).body;
    const customer = await customerWrites(world);
    const sent = await post(carousel(card(0, file), card(1, other)), customer);
    await arrives(sent.body.id);
    await world.api('POST /api/contacts/{id}/erase', {
      params: { id: customer.contact_id },
      body: { confirm: 'ERASE' },
    });
    await until(async () => {
      const left = await queryAsOwner(
        world.server.owner,
        "select id from media where id = any($1) and state <> 'gone'",
        [[file, other]],
      );
      return left.length === 0;
    });
  });
});

/** What the customer's phone has of a kind of interactive message, newest first. */
async function arrivedOf(type: string): Promise<Record<string, unknown>[]> {
  const path = `/phones/${thread.contact.phone_number}/messages?limit=1000`;
  const phone = await world.phone<{ data: { content: Record<string, unknown> }[] }>('GET', path);
  return phone.data
    .map(({ content }) => content)
    .filter((content) => content.type === type)
    .toReversed();
}

describe('a template with an uploaded file in its header', () => {
  let template: string;
  beforeAll(async () => {
    await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, dry_run: false } });
    const [offer] = (await world.api('GET /api/templates')).body.data.filter(({ name }) => name === 'spring_offer');
    template = offer?.id ?? '';
  });
  const components = (media_id: string) => [
    { type: 'header', parameters: [{ type: 'image', image: { media_id } }] },
    { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] },
  ];

  test('is uploaded to WhatsApp before it leaves', async () => {
    const file = await upload(world, png(64, 64));
    const sent = await post({
      type: 'template',
      template: { id: template, components: components(file.body.id) },
    });
    expect(sent.status).toBe(201);
    await arrives(sent.body.id);
    const [row] = await queryAsOwner<{ content: Record<string, unknown> }>(
      world.server.owner,
      'select content from messages where id = $1',
      [sent.body.id],
    );
    expect(row?.content).toMatchObject({ media_id: file.body.id, provider_media_id: expect.any(String) });
    const { template: shown } = await getMessage(world, sent.body.id);
    expect(shown).toMatchObject({ media_info: { media_id: file.body.id, width: 64, state: 'ready' } });
    expect(Object.keys(shown ?? {}).toSorted()).toEqual('components display id language media_info name'.split(' '));
  });

  test('is refused with its field when there is no such file', async () => {
    const refused = await post({ type: 'template', template: { id: template, components: components(newId()) } });
    expect(fieldsOf(refused)).toEqual(['template.components.0.parameters.0.image.media_id']);
  });
});

test('GET /api/templates gives pages', async () => {
  const all = (await world.api('GET /api/templates')).body.data.map(({ id }) => id);
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
    const { body: page } = await world.api('GET /api/templates', { query });
    expect(page.data.length).toBeLessThanOrEqual(2);
    paged.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(paged).toEqual(all);
});

test('DELETE with a JSON content type and no body is fine', async () => {
  const made = await world.api('POST /api/contact-lists', { body: { name: 'To be deleted' } });
  const answer = await fetch(`${world.server.url}/api/contact-lists/${made.body.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/json' },
  });
  expect(answer.status).toBeLessThan(300);
});
