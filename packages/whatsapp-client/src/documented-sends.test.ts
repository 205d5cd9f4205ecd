/** Every documented kind of send: its validation, and the request that a real server receives. */
import { answer, type SendRow, sendRows } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type HttpServer, respond, startHttpServer } from '../test/loopback-server.ts';
import { buildSendBody, type MessageContent, type OutgoingMessage, type SendableType } from './build-message.ts';
import { createWhatsAppClient, type WhatsAppClient } from './client.ts';
import { validateContent } from './validate-content.ts';

const messageId = '0199c1a0-0000-7000-8000-000000000001';
const phone = { phone: '351910000001' };

type Sent = { type: SendableType; content: MessageContent; more?: Partial<OutgoingMessage>; leaves: object };
type Case =
  | Sent
  | ((client: WhatsAppClient, basics: { accessToken: string; phoneNumberId: string }) => Promise<object>);

/** Content that is sent unchanged. */
const as = (type: SendableType, content: MessageContent): Sent => ({
  type,
  content,
  leaves: { type, [type]: content },
});
const interactive = (content: Record<string, unknown>): Sent =>
  as('interactive', { body: { text: 'Choose' }, ...content });
const template = (...components: object[]): Sent => {
  const object = { name: 'order_ready', language: 'en_US', components };
  return {
    type: 'template',
    content: object,
    leaves: { type: 'template', template: { name: 'order_ready', language: { code: 'en_US' }, components } },
  };
};
const button = (sub_type: string, ...parameters: object[]) => ({ type: 'button', sub_type, index: '0', parameters });
const reply = (id: string, title: string) => ({ type: 'reply', reply: { id, title } });
const link = { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://shop.example/a' } };
const sections = [{ title: 'Shirts', product_items: [{ product_retailer_id: 'sku-1' }] }];

const cases: Record<SendRow, Case> = {
  'to a phone number': { ...as('text', { body: 'a', preview_url: false }), leaves: { to: '+351910000001' } },
  'to a business-scoped user id': {
    ...as('text', { body: 'a', preview_url: false }),
    more: { to: { userId: 'PT.1349' } },
    leaves: { recipient: 'PT.1349' },
  },
  text: as('text', { body: 'https://example.com', preview_url: true }),
  image: as('image', { link: 'https://example.com/a.jpg', caption: 'c' }),
  video: as('video', { id: '7', caption: 'c' }),
  audio: as('audio', { id: '7', voice: true }),
  document: as('document', { id: '7', caption: 'c', filename: 'a.pdf' }),
  sticker: as('sticker', { id: '7' }),
  location: as('location', { latitude: 38.7, longitude: -9.1, name: 'Lisboa', address: 'Rossio' }),
  contacts: as('contacts', [
    {
      name: { formatted_name: 'Rui Costa', first_name: 'Rui', prefix: 'Dr' },
      phones: [{ phone: '+351910000009', type: 'WORK', wa_id: '351910000009' }],
      emails: [{ email: 'rui@example.com', type: 'HOME' }],
      addresses: [{ street: 'Rua 1', city: 'Lisboa', country_code: 'pt' }],
      org: { company: 'Costa', title: 'Owner' },
      urls: [{ url: 'https://example.com', type: 'WORK' }],
      birthday: '1990-04-12',
    },
  ]),
  reaction: {
    type: 'reaction',
    content: { provider_message_id: 'wamid.1', emoji: '👍' },
    leaves: { reaction: { message_id: 'wamid.1', emoji: '👍' } },
  },
  quote: {
    ...as('text', { body: 'a', preview_url: false }),
    more: { contextProviderId: 'wamid.Q' },
    leaves: { context: { message_id: 'wamid.Q' } },
  },
  'callback data': {
    ...as('text', { body: 'a', preview_url: false }),
    leaves: { biz_opaque_callback_data: messageId },
  },
  'identity check': {
    ...as('text', { body: 'a', preview_url: false }),
    more: { identityKeyHash: 'cGFybGV5' },
    leaves: { recipient_identity_key_hash: 'cGFybGV5' },
  },
  'interactive button': interactive({
    type: 'button',
    header: { type: 'text', text: 'Order' },
    footer: { text: 'Thanks' },
    action: { buttons: [reply('a', 'A'), reply('b', 'B')] },
  }),
  'interactive list': interactive({
    type: 'list',
    action: { button: 'Choose', sections: [{ title: 'One', rows: [{ id: '1', title: 'A', description: 'x' }] }] },
  }),
  'interactive cta_url': interactive({ type: 'cta_url', action: link }),
  'interactive location request': interactive({ type: 'location_request_message', action: { name: 'send_location' } }),
  'interactive flow': interactive({
    type: 'flow',
    action: {
      name: 'flow',
      parameters: { flow_message_version: '3', flow_id: '1', flow_cta: 'Open', flow_action: 'navigate', mode: 'draft' },
    },
  }),
  'interactive product': interactive({ type: 'product', action: { catalog_id: 'c', product_retailer_id: 'sku-1' } }),
  'interactive product_list': interactive({
    type: 'product_list',
    header: { type: 'text', text: 'Shirts' },
    action: { catalog_id: 'c', sections },
  }),
  'interactive catalog': interactive({
    type: 'catalog_message',
    action: { name: 'catalog_message', parameters: { thumbnail_product_retailer_id: 'sku-1' } },
  }),
  'interactive carousel': {
    type: 'interactive',
    content: {
      type: 'carousel',
      body: { text: 'Choose' },
      action: {
        cards: ['1', '2'].map((id, card_index) => ({
          card_index,
          type: 'cta_url',
          header: { type: 'image', image: { provider_media_id: id } },
          body: { text: 'b' },
          action: link,
        })),
      },
    },
    leaves: {
      interactive: { action: { cards: [{ header: { type: 'image', image: { id: '1' } } }, { card_index: 1 }] } },
    },
  },
  'interactive contact info request': interactive({
    type: 'request_contact_info',
    action: { name: 'request_contact_info' },
  }),
  'interactive kinds passed on': interactive({ type: 'address_message', action: { name: 'address_message' } }),
  'template header text': template({
    type: 'header',
    parameters: [{ type: 'text', text: 'Ana', parameter_name: 'first_name' }],
  }),
  'template header image': template({ type: 'header', parameters: [{ type: 'image', image: { id: '7' } }] }),
  'template header video': template({ type: 'header', parameters: [{ type: 'video', video: { id: '7' } }] }),
  // An animated picture is sent as an image object.
  'template header gif': template({ type: 'header', parameters: [{ type: 'gif', image: { id: '7' } }] }),
  'template header document': template({
    type: 'header',
    parameters: [{ type: 'document', document: { id: '7', filename: 'Order.pdf' } }],
  }),
  'template header location': template({
    type: 'header',
    parameters: [{ type: 'location', location: { latitude: '1', longitude: '2', name: 'Shop', address: 'Street' } }],
  }),
  'template header product': template({
    type: 'header',
    parameters: [{ type: 'product', product: { product_retailer_id: 'sku-1', catalog_id: 'c' } }],
  }),
  'template body': template({
    type: 'body',
    parameters: [
      { type: 'text', text: 'Ana' },
      { type: 'currency', currency: { fallback_value: '€ 3', code: 'EUR', amount_1000: 3000 } },
      { type: 'date_time', date_time: { fallback_value: 'Friday' } },
    ],
  }),
  'template quick reply': template(button('quick_reply', { type: 'payload', payload: 'yes' })),
  'template url': template(button('url', { type: 'text', text: 'A-17' })),
  'template coupon': template(button('copy_code', { type: 'coupon_code', coupon_code: 'SPRING' })),
  'template catalog': template(
    button('catalog', { type: 'action', action: { thumbnail_product_retailer_id: 'sku-1' } }),
  ),
  'template product list': template(
    button('mpm', { type: 'action', action: { thumbnail_product_retailer_id: 'sku-1', sections } }),
  ),
  'template flow': template(button('flow', { type: 'action', action: { flow_token: 't' } })),
  'template voice call': template(button('voice_call', { type: 'ttl_minutes', ttl_minutes: 60 })),
  'template limited time offer': template({
    type: 'limited_time_offer',
    parameters: [{ type: 'limited_time_offer', limited_time_offer: { expiration_time_ms: 1_760_000_000_000 } }],
  }),
  'template carousel': template({
    type: 'carousel',
    cards: [0, 1].map((card_index) => ({
      card_index,
      components: [
        { type: 'header', parameters: [{ type: 'image', image: { link: 'https://example.com/a.png' } }] },
        button('quick_reply', { type: 'payload', payload: `card-${card_index}` }),
      ],
    })),
  }),
  'template tap target': template({
    type: 'tap_target_configuration',
    parameters: [
      { type: 'tap_target_configuration', tap_target_configuration: [{ url: 'https://a.example', title: 'A' }] },
    ],
  }),
  'marketing path': (client, basics) =>
    client.sendMarketingMessage({
      ...basics,
      body: { type: 'template' },
      options: { productPolicy: 'STRICT', messageActivitySharing: false },
    }),
  'read mark': (client, basics) => client.markRead({ ...basics, providerMessageId: 'wamid.1' }),
  'read mark with typing': (client, basics) =>
    client.markRead({ ...basics, providerMessageId: 'wamid.1', typing: true }),
};

/** Rows that are separate calls instead of sends. */
const calls: Partial<Record<SendRow, { path: string; leaves: object }>> = {
  'marketing path': {
    path: 'marketing_messages',
    leaves: { type: 'template', product_policy: 'STRICT', message_activity_sharing: false },
  },
  'read mark': { path: 'messages', leaves: { messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.1' } },
  'read mark with typing': {
    path: 'messages',
    leaves: { status: 'read', message_id: 'wamid.1', typing_indicator: { type: 'text' } },
  },
};

describe('every documented way of sending', () => {
  let server: HttpServer;
  let client: WhatsAppClient;
  beforeAll(async () => {
    server = await startHttpServer((seen, response) => {
      const isMark = seen.body.includes('"status":"read"');
      respond(response, 200, answer(isMark ? 'success' : 'send-accepted').json);
    });
    client = createWhatsAppClient({ baseUrl: server.url, version: 'v25.0' });
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  it('has a case', () => expect(Object.keys(cases).sort()).toEqual([...sendRows].sort()));

  it.each(sendRows)('%s', async (row) => {
    const basics = { accessToken: 'token', phoneNumberId: '1061' };
    const one = cases[row];
    if (typeof one === 'function') {
      await one(client, basics);
      expect(server.seen.at(-1)?.path).toBe(`/v25.0/1061/${calls[row]?.path}`);
      expect(JSON.parse(server.seen.at(-1)?.body ?? '')).toEqual(expect.objectContaining(calls[row]?.leaves ?? {}));
      return;
    }
    const { type, content, more, leaves } = one;
    expect(validateContent(type, content)).toEqual([]);
    const body = buildSendBody({ messageId, to: phone, type, content, ...more });
    expect(await client.sendMessage({ ...basics, body })).toMatchObject({ kind: 'accepted' });
    expect(JSON.parse(server.seen.at(-1)?.body ?? '')).toMatchObject({ messaging_product: 'whatsapp', ...leaves });
  });
});
