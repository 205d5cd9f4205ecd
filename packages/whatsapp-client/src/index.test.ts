import { signedBody } from '@parley/whatsapp-fixtures';
import { expect, it } from 'vitest';

import { buildSendBody, createWhatsAppClient, parseWebhook, validateContent, verifySignature } from './index.ts';

/** A webhook and a send through the public API alone, as the server uses it. */
it('reads a signed delivery and answers it', async () => {
  const message = { from: '351910000001', id: 'wamid.1', timestamp: '1760000000', type: 'text', text: { body: 'Olá' } };
  const value = { metadata: { phone_number_id: '1061' }, messages: [message] };
  const delivery = {
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
  };
  const { body, signature } = signedBody(delivery, 'secret');
  expect(verifySignature(body, signature, ['secret'])).toBe(0);

  const parsed = parseWebhook(body);
  const event = parsed.ok ? parsed.events[0] : undefined;
  if (event?.kind !== 'message') throw new Error('a message was expected');
  const phone = event.message.from.phone ?? '';
  const content = { body: `You wrote ${event.message.type}` };
  expect(validateContent('text', content)).toEqual([]);
  const contextProviderId = event.message.providerId;
  expect(buildSendBody({ messageId: 'm-1', to: { phone }, type: 'text', content, contextProviderId })).toMatchObject({
    to: '+351910000001',
    context: { message_id: 'wamid.1' },
    biz_opaque_callback_data: 'm-1',
  });

  const client = createWhatsAppClient({ baseUrl: 'http://127.0.0.1:9', version: 'v23.0' });
  await client.close();
});
