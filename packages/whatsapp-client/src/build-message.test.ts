import { describe, expect, it } from 'vitest';

import {
  buildSendBody,
  type MessageContent,
  type OutgoingMessage,
  SENDABLE_TYPES,
  type SendableType,
} from './build-message.ts';
import { validateContent } from './validate-content.ts';

const messageId = '0199c1a0-0000-7000-8000-000000000001';

const built = (type: SendableType, content: MessageContent, more: Partial<OutgoingMessage> = {}): unknown =>
  buildSendBody({ messageId, to: { phone: '351910000001' }, type, content, ...more });

const wire = (type: SendableType, object: unknown): unknown => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: '+351910000001',
  type,
  [type]: object,
  biz_opaque_callback_data: messageId,
});

const card = { name: { formatted_name: 'Rui Costa', first_name: 'Rui' }, phones: [{ phone: '+351910000009' }] };
const product = { type: 'product', action: { catalog_id: '77', product_retailer_id: 'BELL-22' } };
const buttons = {
  type: 'button',
  header: { type: 'image', image: { provider_media_id: '77', mime_type: 'image/png' } },
  body: { text: 'Which?' },
  action: { buttons: [{ type: 'reply', reply: { id: 'a', title: 'A' } }] },
};
const components = [{ type: 'body', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Ana' }] }];

it('names a group as its recipient, by its id as it is', () => {
  const group = { messageId, to: { groupId: 'Y2FwaV9ncm91cDox' }, type: 'text', content: { body: 'Hi' } } as const;
  expect(buildSendBody(group)).toMatchObject({ recipient_type: 'group', to: 'Y2FwaV9ncm91cDox' });
  expect(() => buildSendBody({ ...group, to: { groupId: '' } })).toThrow(RangeError);
});

/** Stored content of every type, and the request body for it. */
const cases: Record<SendableType, [MessageContent, unknown][]> = {
  text: [
    [
      { preview_url: false, body: 'Olá 👍' },
      { preview_url: false, body: 'Olá 👍' },
    ],
    [
      { preview_url: true, body: 'https://example.com' },
      { preview_url: true, body: 'https://example.com' },
    ],
    [{ body: 'no word of a preview' }, { preview_url: false, body: 'no word of a preview' }],
  ],
  image: [
    [
      { provider_media_id: '1', caption: 'c', mime_type: 'image/png', sha256: 'x' },
      { id: '1', caption: 'c' },
    ],
    [{ link: 'https://example.com/a.jpg' }, { link: 'https://example.com/a.jpg' }],
    [{ provider_media_id: '1', caption: null }, { id: '1' }],
  ],
  video: [
    [
      { provider_media_id: '1', caption: 'c' },
      { id: '1', caption: 'c' },
    ],
  ],
  audio: [
    [{ provider_media_id: '1', voice: false }, { id: '1' }],
    [
      { provider_media_id: '1', voice: true },
      { id: '1', voice: true },
    ],
  ],
  document: [
    [
      { provider_media_id: '1', caption: 'c', filename: 'f.pdf' },
      { id: '1', caption: 'c', filename: 'f.pdf' },
    ],
  ],
  sticker: [[{ provider_media_id: '1', animated: true }, { id: '1' }]],
  location: [
    [
      { latitude: 1.5, longitude: 2, name: 'n', url: 'x' },
      { latitude: 1.5, longitude: 2, name: 'n' },
    ],
    [
      { latitude: 0, longitude: 0 },
      { latitude: 0, longitude: 0 },
    ],
  ],
  contacts: [[[card], [card]]],
  reaction: [
    [
      { provider_message_id: 'wamid.1', emoji: '👍' },
      { message_id: 'wamid.1', emoji: '👍' },
    ],
    [
      { provider_message_id: 'wamid.1', emoji: '' },
      { message_id: 'wamid.1', emoji: '' },
    ],
  ],
  interactive: [
    [buttons, { ...buttons, header: { type: 'image', image: { id: '77' } } }],
    [{ ...product, products: [{ product_retailer_id: 'BELL-22', name: 'Brass bell', price: '£12.00' }] }, product],
    // A kind to come goes as it is.
    [
      { type: 'shop_window', products: ['BELL-22'] },
      { type: 'shop_window', products: ['BELL-22'] },
    ],
  ],
  template: [
    [
      { id: 'ours', name: 'order_ready', language: 'en_US', components, display: { body: 'Hi' } },
      { name: 'order_ready', language: { code: 'en_US' }, components },
    ],
    [
      { name: 'hello', language: { code: 'pt_BR' }, components: [] },
      { name: 'hello', language: { code: 'pt_BR' } },
    ],
  ],
};

describe('buildSendBody', () => {
  it.each(SENDABLE_TYPES)('%s', (type) => {
    for (const [content, object] of cases[type]) {
      expect(validateContent(type, content)).toEqual([]);
      expect(built(type, content)).toEqual(wire(type, object));
    }
  });

  it('sends to a phone number with a plus, however it was stored', () => {
    expect(built('text', { body: 'x' }, { to: { phone: '+351910000001' } })).toMatchObject({ to: '+351910000001' });
  });

  it('sends to a user id unchanged in `recipient`, without `to`, which would take precedence', () => {
    const body = built('text', { body: 'x' }, { to: { userId: 'DE.ENT.9912' } });
    expect(body).toMatchObject({ recipient: 'DE.ENT.9912' });
    expect(body).not.toHaveProperty('to');
  });

  it('replies to a message by its id, except with a reaction', () => {
    const more = { contextProviderId: 'wamid.Q' };
    expect(built('text', { body: 'x' }, more)).toMatchObject({ context: { message_id: 'wamid.Q' } });
    expect(built('text', { body: 'x' }, { contextProviderId: null })).not.toHaveProperty('context');
    expect(built('reaction', { provider_message_id: 'w', emoji: '👍' }, more)).not.toHaveProperty('context');
  });

  it.each([
    ['a number that is none', { to: { phone: 'abc' } }],
    ['an empty number', { to: { phone: '' } }],
    ['an empty user id', { to: { userId: '' } }],
    ['no message id', { messageId: '' }],
    ['a message id over 512', { messageId: 'x'.repeat(513) }],
  ])('throws for %s', (_what, more) => {
    expect(() => built('text', { body: 'x' }, more)).toThrow(RangeError);
  });
});
