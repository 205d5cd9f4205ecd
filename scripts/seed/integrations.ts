import type { ChatLink } from '@parley/contract/types';
import { apiCall } from '../api-call.ts';

/** What the shop connected: a link on its website, and the orders of its online shop. */
export async function seedIntegrations(url: string, channelId: string, token: string): Promise<void> {
  await apiCall<ChatLink>(
    url,
    'POST',
    '/api/chat-links',
    { channel_id: channelId, name: 'Website', text: 'Hello, I have a question about a bike.' },
    token,
  );
  const contact = { phone_number: 'customer.phone', name: 'customer.name' };
  const text = 'Thank you, {{customer.name}}. Your order {{order.number}} has arrived.';
  const message = { type: 'text', channel_id: channelId, text };
  await apiCall<object>(url, 'POST', '/api/incoming-webhooks', { name: 'Online shop orders', contact, message }, token);
}
