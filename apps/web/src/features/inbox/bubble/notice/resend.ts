import type { Message } from '@parley/contract/types';
import type { LiveAccount, OutgoingBody } from '../../../sync/public.ts';
import { forwardedContent } from '../actions/forward.ts';

/** What a message says, to be sent to another number; null for types that can’t be sent again. */
export function resentContent(message: Message): (Pick<OutgoingBody, 'type'> & Partial<OutgoingBody>) | null {
  const { id, components } = message.template ?? {};
  if (message.type !== 'template') return forwardedContent(message);
  if (typeof id !== 'string') return null;
  const values = Array.isArray(components) ? { components } : {};
  return { type: 'template', template: { id, ...values } };
}

/**
 * Sends what a message says to another number, in a conversation of its own.
 * @param id of the new message: the same one sends it once
 * @param digits E.164 without plus
 * @returns the conversation. @throws ApiError, NetworkError
 */
export async function resendTo(account: LiveAccount, message: Message, id: string, digits: string): Promise<string> {
  const content = resentContent(message);
  if (content === null) throw new Error('a message of this type is not sent again');
  const body = { ...content, id, channel_id: message.channel_id, to: `+${digits}`, source: 'INBOX' as const };
  return (await account.api('POST /api/messages', { body })).thread_id;
}
