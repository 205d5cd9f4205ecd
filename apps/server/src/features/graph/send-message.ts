import type { SendMessageBody } from '@parley/contract/types';
import { wamidOf } from '../webhooks/public.ts';
import { type BusinessNumber, findThreadOfGroup } from './channel-query.ts';
import { type GraphCall, isFields, messageOf, numberOf, reading, textOf } from './graph-call.ts';
import { invalidParameter, missingParameter } from './graph-error.ts';
import { asTyped, readContent } from './read-content.ts';

/**
 * `POST /{phone_number_id}/messages`: a message, a reaction, or that one was read.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/reference/whatsapp-business-phone-number/message-api
 */
export async function postMessages(call: GraphCall): Promise<object> {
  const { body } = call;
  if (body['messaging_product'] !== 'whatsapp') throw missingParameter('messaging_product');
  const number = await numberOf(call);
  if (body['status'] !== undefined) return markRead(call, number);
  const type = textOf(body['type']) ?? 'text';
  const recipient = body['recipient_type'] === 'group' ? await groupOf(call, number) : recipientOf(call);
  const content = await contentOf(call, number, type);
  const sent = await call.api(
    'POST /api/messages',
    {
      body: {
        channel_id: number.channelId,
        source: 'API',
        type,
        yield_to_members: true,
        // WhatsApp tells statuses of reactions too; there are none of ours.
        ...(type !== 'reaction' && { ...recipient.place, ...callbackDataOf(call) }),
        ...content,
      } as unknown as SendMessageBody,
    },
    { headers: { 'idempotency-key': textOf(call.request.headers['idempotency-key']) } },
  );
  return {
    messaging_product: 'whatsapp',
    contacts: [
      {
        input: recipient.input,
        ...(sent.to !== null && { wa_id: sent.to }),
        ...(sent.to_user_id !== undefined && { user_id: sent.to_user_id }),
      },
    ],
    messages: [{ id: wamidOf(sent), ...(type === 'template' && { message_status: 'accepted' }) }],
  };
}

type Recipient = { input: string; place: Pick<SendMessageBody, 'to' | 'thread_id'> };

/** @returns as the program wrote it, and as our API takes it; WhatsApp’s own ids of customers are written without plus */
function recipientOf({ body }: GraphCall): Recipient {
  const { to, recipient } = body;
  if (to != null && to !== '') {
    const input = String(to);
    const digits = input.replaceAll(/[\s().-]/g, '');
    return { input, place: { to: /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : input } };
  }
  if (typeof recipient === 'string') return { input: recipient, place: { to: { user_id: recipient } } };
  throw missingParameter('to');
}

/** The conversation of a group that the number is in. */
async function groupOf(call: GraphCall, { channelId }: BusinessNumber): Promise<Recipient> {
  const input = String(call.body['to'] ?? '');
  const threadId = await reading(call, (tx) => findThreadOfGroup(tx, channelId, input));
  if (threadId === null) throw invalidParameter('to must be the id of a group that this number is in.');
  return { input, place: { thread_id: threadId } };
}

function callbackDataOf({ body: { biz_opaque_callback_data: given } }: GraphCall): { callback_data?: unknown } {
  return given == null || given === '' ? {} : { callback_data: given };
}

async function contentOf(call: GraphCall, number: BusinessNumber, type: string): Promise<object> {
  const { body } = call;
  if (type === 'reaction') {
    const { reaction } = body;
    if (!isFields(reaction)) throw missingParameter('reaction');
    const target = await messageOf(call, number, reaction['message_id']);
    return { reaction: { message_id: target.id, emoji: textOf(reaction['emoji']) ?? '' } };
  }
  const content = await readContent(call, number, type);
  const { context } = body;
  const quoted = isFields(context) && context['message_id'] != null ? context['message_id'] : undefined;
  return {
    ...content,
    ...asTyped(content),
    ...(quoted !== undefined && { context: { message_id: (await messageOf(call, number, quoted)).id } }),
  };
}

/** Blue ticks, and the typing indicator where it is asked for. */
async function markRead(call: GraphCall, number: BusinessNumber): Promise<object> {
  const { status, message_id: wamid, typing_indicator: typing } = call.body;
  if (status !== 'read') throw invalidParameter('status must be read.');
  const params = { id: (await messageOf(call, number, wamid)).threadId };
  await call.api('POST /api/threads/{id}/read', { params });
  if (typing != null) await call.api('POST /api/threads/{id}/typing', { params });
  return { success: true };
}
