import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type MessageContent, SENDABLE_TYPES } from './build-message.ts';
import { validateContent } from './validate-content.ts';

const x = (length: number): string => 'x'.repeat(length);
const fields = (type: string, content: unknown): string[] =>
  validateContent(type, content as MessageContent).map(({ field }) => field);

type Limit = { what: string; type: string; max: number; field: string; content: (text: string) => unknown };

const reply = (id: string, title: string) => ({ type: 'reply', reply: { id, title } });
const button = (more: object) => ({
  type: 'button',
  body: { text: 'b' },
  action: { buttons: [reply('1', 'A')] },
  ...more,
});
const list = (rows: object[], more: object = {}) => ({
  type: 'list',
  body: { text: 'b' },
  action: { button: 'Choose', sections: [{ rows }], ...more },
});
const link = (parameters: object) => ({
  type: 'cta_url',
  body: { text: 'b' },
  action: { name: 'cta_url', parameters: { display_text: 'Go', url: 'https://example.com', ...parameters } },
});
const flow = (parameters: object) => ({
  type: 'flow',
  body: { text: 'b' },
  action: { name: 'flow', parameters: { flow_message_version: '3', flow_id: '1', flow_cta: 'Open', ...parameters } },
});
const template = (parameters: object[], more: object = { type: 'body' }) => ({
  name: 'order_ready',
  language: 'en_US',
  components: [{ ...more, parameters }],
});
const sections = (...titles: unknown[]) => titles.map((title, n) => ({ title, rows: [{ id: `${n}`, title: 'r' }] }));
const products = (count: number) => ({
  title: 's',
  product_items: Array.from({ length: count }, (_, n) => ({ product_retailer_id: `p${n}` })),
});
const productList = (...all: object[]) => ({
  type: 'product_list',
  header: { type: 'text', text: 'h' },
  body: { text: 'b' },
  action: { catalog_id: 'c', sections: all },
});
const carouselCard = (body: string, more: object = {}) => ({
  header: { type: 'image', image: { link: 'https://example.com/a.png' } },
  body: { text: body },
  action: { name: 'cta_url', parameters: { display_text: 'Go', url: 'https://example.com' } },
  ...more,
});
const carousel = (...cards: object[]) => ({ type: 'carousel', body: { text: 'b' }, action: { cards } });

const inter = 'interactive';
/** Every documented length: the limit itself is valid, one more is not. */
const limits: Limit[] = [
  { what: 'text', type: 'text', max: 4096, field: 'text.body', content: (body) => ({ body }) },
  ...['image', 'video', 'document'].map((type) => ({
    what: `${type} caption`,
    type,
    max: 1024,
    field: `${type}.caption`,
    content: (caption: string) => ({ media_id: 'm', caption }),
  })),
  {
    what: 'button body',
    type: inter,
    max: 1024,
    field: 'interactive.body.text',
    content: (text) => button({ body: { text } }),
  },
  {
    what: 'list body',
    type: inter,
    max: 4096,
    field: 'interactive.body.text',
    content: (text) => ({ ...list([{ id: '1', title: 'r' }]), body: { text } }),
  },
  {
    what: 'header',
    type: inter,
    max: 60,
    field: 'interactive.header.text',
    content: (text) => button({ header: { type: 'text', text } }),
  },
  {
    what: 'footer',
    type: inter,
    max: 60,
    field: 'interactive.footer.text',
    content: (text) => button({ footer: { text } }),
  },
  {
    what: 'reply title',
    type: inter,
    max: 20,
    field: 'interactive.action.buttons.0.reply.title',
    content: (title) => button({ action: { buttons: [reply('1', title)] } }),
  },
  {
    what: 'reply id',
    type: inter,
    max: 256,
    field: 'interactive.action.buttons.0.reply.id',
    content: (id) => button({ action: { buttons: [reply(id, 'A')] } }),
  },
  {
    what: 'list button',
    type: inter,
    max: 20,
    field: 'interactive.action.button',
    content: (text) => list([{ id: '1', title: 'r' }], { button: text }),
  },
  {
    what: 'section title',
    type: inter,
    max: 24,
    field: 'interactive.action.sections.0.title',
    content: (title) => list([], { sections: sections(title) }),
  },
  {
    what: 'row title',
    type: inter,
    max: 24,
    field: 'interactive.action.sections.0.rows.0.title',
    content: (title) => list([{ id: '1', title }]),
  },
  {
    what: 'row description',
    type: inter,
    max: 72,
    field: 'interactive.action.sections.0.rows.0.description',
    content: (description) => list([{ id: '1', title: 'r', description }]),
  },
  {
    what: 'row id',
    type: inter,
    max: 200,
    field: 'interactive.action.sections.0.rows.0.id',
    content: (id) => list([{ id, title: 'r' }]),
  },
  {
    what: 'link text',
    type: inter,
    max: 20,
    field: 'interactive.action.parameters.display_text',
    content: (display_text) => link({ display_text }),
  },
  {
    what: 'flow button',
    type: inter,
    max: 30,
    field: 'interactive.action.parameters.flow_cta',
    content: (flow_cta) => flow({ flow_cta }),
  },
  {
    what: 'card body',
    type: inter,
    max: 160,
    field: 'interactive.action.cards.0.body.text',
    content: (text) => carousel(carouselCard(text), carouselCard('b')),
  },
  {
    what: 'template name',
    type: 'template',
    max: 512,
    field: 'template.name',
    content: (name) => ({ name, language: 'en' }),
  },
  {
    what: 'coupon',
    type: 'template',
    max: 20,
    field: 'template.components.0.parameters.0.coupon_code',
    content: (coupon_code) =>
      template([{ type: 'coupon_code', coupon_code }], { type: 'button', sub_type: 'copy_code', index: '0' }),
  },
];

describe('documented lengths', () => {
  it.each(limits)('$what: $max', ({ type, max, field, content }) => {
    expect(fields(type, content(x(max)))).toEqual([]);
    expect(fields(type, content(x(max + 1)))).toEqual([field]);
    expect(fields(type, content(' '))).toContain(field);
  });

  it('are counted so that neither code points nor UTF-16 units exceed them', () => {
    expect(fields('text', { body: '😀'.repeat(2048) })).toEqual([]);
    expect(fields('text', { body: '😀'.repeat(2049) })).toEqual(['text.body']);
  });
});

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `r${n}`, title: 'r' }));
const pick = (parameter: object, kind = 'body') => template([parameter], { type: kind });

describe('invalid content and its field', () => {
  it.each<[string, string, unknown, string[]]>([
    ['an unknown type', 'hologram', {}, ['type']],
    ['an inbound type', 'order', {}, ['type']],
    ['a name from the prototype', 'constructor', {}, ['type']],
    ['no content', 'text', undefined, ['text']],
    ['a list as content', 'text', [], ['text']],
    ['an empty text', 'text', { body: '' }, ['text.body']],
    ['a text that is none', 'text', { body: 4 }, ['text.body']],
    ['a NUL', 'text', { body: 'a\0b' }, ['text']],
    ['half a surrogate pair', 'image', { media_id: 'm', caption: '\ud83d' }, ['image']],
    ['no file', 'image', {}, ['image.media_id']],
    ['an id that is none', 'image', { media_id: 7 }, ['image.media_id']],
    ['a file and a link', 'image', { media_id: 'm', link: 'https://example.com' }, ['image.link']],
    ['a link that is none', 'video', { link: 'ftp://example.com' }, ['video.link']],
    ['a script as link', 'video', { link: 'javascript:alert(1)' }, ['video.link']],
    ['a caption of audio', 'audio', { media_id: 'm', caption: 'c' }, ['audio.caption']],
    ['a caption of a sticker', 'sticker', { media_id: 'm', caption: 'c' }, ['sticker.caption']],
    ['voice that is no flag', 'audio', { media_id: 'm', voice: 'yes' }, ['audio.voice']],
    [
      'a place off the earth',
      'location',
      { latitude: 91, longitude: -181 },
      ['location.latitude', 'location.longitude'],
    ],
    ['a place that is none', 'location', { latitude: '1' }, ['location.latitude', 'location.longitude']],
    ['no cards', 'contacts', [], ['contacts']],
    [
      'too many cards',
      'contacts',
      Array.from({ length: 258 }, () => ({ name: { formatted_name: 'A' } })),
      ['contacts'],
    ],
    ['a card without name', 'contacts', [{ phones: [] }], ['contacts.0.name']],
    ['a card without full name', 'contacts', [{ name: {} }], ['contacts.0.name.formatted_name']],
    ['a birthday in words', 'contacts', [{ name: { formatted_name: 'A' }, birthday: 'May' }], ['contacts.0.birthday']],
    ['a reaction to nothing', 'reaction', { emoji: '👍' }, ['reaction.message_id']],
    ['a reaction in words', 'reaction', { message_id: 'm', emoji: 'ok' }, ['reaction.emoji']],
    ['two emojis', 'reaction', { message_id: 'm', emoji: '👍👍' }, ['reaction.emoji']],
    ['no emoji', 'reaction', { message_id: 'm' }, ['reaction.emoji']],
    ['no kind', inter, {}, ['interactive.type']],
    ['no body', inter, button({ body: undefined }), ['interactive.body']],
    ['no buttons', inter, button({ action: { buttons: [] } }), ['interactive.action.buttons']],
    [
      'four buttons',
      inter,
      button({ action: { buttons: ['1', '2', '3', '4'].map((n) => reply(n, n)) } }),
      ['interactive.action.buttons'],
    ],
    [
      'equal ids',
      inter,
      button({ action: { buttons: [reply('1', 'A'), reply('1', 'B')] } }),
      ['interactive.action.buttons'],
    ],
    [
      'equal titles',
      inter,
      button({ action: { buttons: [reply('1', 'A'), reply('2', 'A')] } }),
      ['interactive.action.buttons'],
    ],
    [
      'blanks around an id',
      inter,
      button({ action: { buttons: [reply(' 1', 'A')] } }),
      ['interactive.action.buttons.0.reply.id'],
    ],
    ['a header of sound', inter, button({ header: { type: 'audio' } }), ['interactive.header.type']],
    [
      'a header without file',
      inter,
      button({ header: { type: 'image', image: {} } }),
      ['interactive.header.image.media_id'],
    ],
    [
      'a picture over a list',
      inter,
      { ...list(rows(1)), header: { type: 'image', image: { id: '1' } } },
      ['interactive.header.type'],
    ],
    [
      'eleven rows',
      inter,
      list([], {
        sections: [
          { title: 'a', rows: rows(10) },
          { title: 'b', rows: [{ id: 'z', title: 'z' }] },
        ],
      }),
      ['interactive.action.sections'],
    ],
    [
      'eleven sections',
      inter,
      list([], {
        sections: Array.from({ length: 11 }, (_, n) => ({ title: `${n}`, rows: [{ id: `${n}`, title: 'r' }] })),
      }),
      ['interactive.action.sections', 'interactive.action.sections'],
    ],
    [
      'sections without title',
      inter,
      list([], { sections: sections('a', undefined) }),
      ['interactive.action.sections.1.title'],
    ],
    [
      'equal row ids',
      inter,
      list([
        { id: '1', title: 'a' },
        { id: '1', title: 'b' },
      ]),
      ['interactive.action.sections'],
    ],
    ['a link without address', inter, link({ url: 'example.com' }), ['interactive.action.parameters.url']],
    [
      'another action',
      inter,
      { ...link({}), action: { name: 'x' } },
      ['interactive.action.name', 'interactive.action.parameters'],
    ],
    [
      'a footer where none is',
      inter,
      {
        type: 'location_request_message',
        body: { text: 'b' },
        footer: { text: 'f' },
        action: { name: 'send_location' },
      },
      ['interactive.footer'],
    ],
    [
      'a header where none is',
      inter,
      {
        type: 'catalog_message',
        body: { text: 'b' },
        header: { type: 'text', text: 'h' },
        action: { name: 'catalog_message' },
      },
      ['interactive.header'],
    ],
    ['an emoji on a form button', inter, flow({ flow_cta: 'Go 🎈' }), ['interactive.action.parameters.flow_cta']],
    ['a form named twice', inter, flow({ flow_name: 'f' }), ['interactive.action.parameters.flow_id']],
    ['a form in no mode', inter, flow({ mode: 'test' }), ['interactive.action.parameters.mode']],
    [
      'a product without id',
      inter,
      { type: 'product', action: { catalog_id: 'c' } },
      ['interactive.action.product_retailer_id'],
    ],
    ['products without header', inter, { ...productList(products(1)), header: undefined }, ['interactive.header']],
    [
      'a product that is described twice, without a name, and with more',
      inter,
      {
        ...productList(products(1)),
        products: [{ product_retailer_id: 'p' }, { product_retailer_id: 'p', name: 'P', image: 'x' }],
      },
      ['interactive.products.0.name', 'interactive.products.1.image', 'interactive.products'],
    ],
    [
      'too many described products',
      inter,
      {
        ...productList(products(1)),
        products: Array.from({ length: 31 }, (_, at) => ({ product_retailer_id: `p${at}`, name: 'P' })),
      },
      ['interactive.products'],
    ],
    ['31 products', inter, productList(products(30), products(1)), ['interactive.action.sections']],
    ['one card', inter, carousel(carouselCard('b')), ['interactive.action.cards']],
    [
      'three line breaks',
      inter,
      carousel(carouselCard('a\nb\nc\nd'), carouselCard('b')),
      ['interactive.action.cards.0.body.text'],
    ],
    [
      'cards of two kinds',
      inter,
      carousel(
        carouselCard('a'),
        carouselCard('b', { action: { buttons: [{ type: 'quick_reply', quick_reply: { id: '1', title: 'A' } }] } }),
      ),
      ['interactive.action.cards'],
    ],
    [
      'a long id on a card',
      inter,
      carousel(
        ...['a', 'b'].map((b) =>
          carouselCard(b, { action: { buttons: [{ type: 'quick_reply', quick_reply: { id: x(21), title: 'A' } }] } }),
        ),
      ),
      ['interactive.action.cards.0.action.buttons.id', 'interactive.action.cards.1.action.buttons.id'],
    ],
    ['a template in capitals', 'template', { name: 'Order', language: 'en' }, ['template.name']],
    ['no language', 'template', { name: 'order' }, ['template.language']],
    ['a language in words', 'template', { name: 'order', language: 'english' }, ['template.language']],
    ['an unknown component', 'template', template([], { type: 'side' }), ['template.components.0.type']],
    [
      'a picture in the text',
      'template',
      pick({ type: 'image', image: { id: '1' } }),
      ['template.components.0.parameters.0.type'],
    ],
    ['an empty value', 'template', pick({ type: 'text', text: '' }), ['template.components.0.parameters.0.text']],
    [
      'a header without file',
      'template',
      pick({ type: 'image', image: {} }, 'header'),
      ['template.components.0.parameters.0.image.media_id'],
    ],
    [
      'a place without name',
      'template',
      pick({ type: 'location', location: { latitude: 1, longitude: 1, address: 'a' } }, 'header'),
      ['template.components.0.parameters.0.location.name'],
    ],
    [
      'money without amount',
      'template',
      pick({ type: 'currency', currency: { fallback_value: '1 €', code: 'EUR' } }),
      ['template.components.0.parameters.0.currency.amount_1000'],
    ],
    [
      'a button without position',
      'template',
      template([], { type: 'button', sub_type: 'url' }),
      ['template.components.0.index'],
    ],
    [
      'an unknown button',
      'template',
      template([], { type: 'button', sub_type: 'x', index: 0 }),
      ['template.components.0.sub_type'],
    ],
    [
      'an offer in seconds',
      'template',
      pick(
        { type: 'limited_time_offer', limited_time_offer: { expiration_time_ms: 1760000000 } },
        'limited_time_offer',
      ),
      ['template.components.0.parameters.0.limited_time_offer.expiration_time_ms'],
    ],
  ])('%s', (_what, type, content, wanted) => {
    expect(fields(type, content)).toEqual(wanted);
  });

  it('two buttons of a template at one position', () => {
    const url = { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'A-17' }] };
    expect(fields('template', { name: 'a', language: 'en', components: [url, { ...url, index: 0 }] })).toEqual([
      'template.components',
    ]);
  });
});

describe('valid content', () => {
  it.each<[string, string, unknown]>([
    ['a heart', 'reaction', { message_id: 'm', emoji: '❤️' }],
    ['a skin tone', 'reaction', { message_id: 'm', emoji: '👍🏽' }],
    ['a family', 'reaction', { message_id: 'm', emoji: '👩‍👩‍👧' }],
    ['a flag', 'reaction', { message_id: 'm', emoji: '🇵🇹' }],
    ['a key cap', 'reaction', { message_id: 'm', emoji: '1️⃣' }],
    ['nothing, to take it back', 'reaction', { message_id: 'm', emoji: '' }],
    ['ten rows', inter, list(rows(10))],
    ['a form by name', inter, flow({ flow_id: undefined, flow_name: 'f', mode: 'draft', flow_action: 'navigate' })],
    [
      'a link with picture',
      inter,
      { ...link({}), header: { type: 'video', video: { link: 'https://example.com/v.mp4' } } },
    ],
    [
      'a question for the place',
      inter,
      { type: 'location_request_message', body: { text: 'b' }, action: { name: 'send_location' } },
    ],
    [
      'a question for the number',
      inter,
      { type: 'request_contact_info', body: { text: 'b' }, action: { name: 'request_contact_info' } },
    ],
    ['a product', inter, { type: 'product', action: { catalog_id: 'c', product_retailer_id: 'p' } }],
    [
      'a described product',
      inter,
      {
        ...{ type: 'product', action: { catalog_id: 'c', product_retailer_id: 'p' } },
        products: [{ product_retailer_id: 'p', name: 'Brass bell', price: '£12.00' }],
      },
    ],
    ['thirty products', inter, productList(products(10), products(20))],
    ['a carousel', inter, carousel(carouselCard('a\nb\nc'), carouselCard('b'))],
    ['a kind to come', inter, { type: 'address_message', action: { anything: true } }],
    ['capitals in components', 'template', template([{ type: 'TEXT', text: 'Ana' }], { type: 'BODY' })],
    [
      'every header',
      'template',
      {
        name: 'a',
        language: 'en',
        components: ['image', 'video', 'gif', 'document'].map((type) => ({
          type: 'header',
          parameters: [{ type, [type === 'gif' ? 'image' : type]: { id: '1' } }],
        })),
      },
    ],
    [
      'money and time',
      'template',
      template([
        { type: 'currency', currency: { fallback_value: '1 €', code: 'EUR', amount_1000: 1000 } },
        { type: 'date_time', date_time: { fallback_value: 'May' } },
      ]),
    ],
    [
      'a catalogue button',
      'template',
      template([{ type: 'action' }], { type: 'button', sub_type: 'CATALOG', index: 0 }),
    ],
    [
      'a carousel template',
      'template',
      {
        name: 'a',
        language: 'en',
        components: [
          { type: 'carousel', cards: [0, 1].map((card_index) => ({ card_index, components: [{ type: 'body' }] })) },
        ],
      },
    ],
  ])('%s', (_what, type, content) => {
    expect(validateContent(type, content as MessageContent)).toEqual([]);
  });
});

it('never throws, and every problem has a field and a sentence', () => {
  const content = fc.oneof(
    fc.jsonValue(),
    fc.record({
      type: fc.constantFrom('button', 'list', 'flow', 'carousel', 'product_list', 'cta_url'),
      action: fc.jsonValue(),
      body: fc.jsonValue(),
      header: fc.jsonValue(),
    }),
    fc.record({
      name: fc.jsonValue(),
      components: fc.array(
        fc.record({
          type: fc.constantFrom('header', 'body', 'button', 'carousel'),
          parameters: fc.jsonValue(),
          cards: fc.jsonValue(),
        }),
      ),
    }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...SENDABLE_TYPES), content, (type, value) => {
      for (const { field, msg } of validateContent(type, value as MessageContent)) {
        expect(field).toMatch(/^[a-z]/);
        expect(msg).toMatch(/^[A-Z].*\.$/s);
      }
    }),
    { numRuns: 1_000 },
  );
});
