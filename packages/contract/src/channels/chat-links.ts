import { z } from 'zod';
import { id, nameText, pathId, timestamp, version } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';

/** A link that opens WhatsApp with a prepared message, whose reference says where the customer came from. */
export const chatLinkRow = z.strictObject({
  id,
  channel_id: id,
  /** Where it is used, as members see it on the conversation. */
  name: z.string(),
  /** The prepared message without the reference. */
  text: z.string(),
  /** The reference: six letters and digits. */
  code: z.string(),
  /** What the customer sends: text and reference. */
  message: z.string(),
  url: z.string(),
  /** Conversations with a message that had the reference, and those of the last 24 hours. */
  conversations: z.number().int().nonnegative(),
  conversations_24h: z.number().int().nonnegative(),
  created_by: z.string(),
  created_at: timestamp,
  version,
});
export type ChatLink = z.infer<typeof chatLinkRow>;

/** WhatsApp's text has room for more; a longer link makes a code that phones read badly. */
const text = z.string().trim().min(1).max(500, 'At most 500 characters.');
export const createChatLinkBody = z.strictObject({ id: id.optional(), channel_id: id, name: nameText, text });
export const changeChatLinkBody = z.strictObject({ name: nameText.optional(), text: text.optional() });

/** An ad or post that the customer tapped, as WhatsApp described it. */
export const threadAd = z.strictObject({
  ad_id: z.string().nullable(),
  title: z.string(),
  kind: z.enum(['ad', 'post']),
  url: z.string().nullable(),
  message_id: id,
  at: timestamp,
});
export type ThreadAd = z.infer<typeof threadAd>;

/** The name of the link at that time: the link may be gone. */
export const threadOrigin = z.strictObject({ link_id: id, name: z.string(), message_id: id, at: timestamp });
export type ThreadOrigin = z.infer<typeof threadOrigin>;

const byId = z.strictObject({ id: pathId });
const admin = { access: 'Admin', permission: 'integrations.manage' } as const;

export const chatLinkRoutes = defineRoutes({
  'GET /api/chat-links': {
    ...admin,
    summary: 'Chat links of the account, newest first; at most 200.',
    responses: { 200: z.strictObject({ data: z.array(chatLinkRow) }) },
  },
  'POST /api/chat-links': {
    ...admin,
    idempotencyKey: true,
    summary: 'A link that opens WhatsApp with a prepared message.',
    body: createChatLinkBody,
    responses: { 200: chatLinkRow, 201: chatLinkRow },
  },
  'PUT /api/chat-links/{id}': {
    ...admin,
    summary: 'Change the name or the prepared message. Links that were given out keep their text and their reference.',
    params: byId,
    body: changeChatLinkBody,
    responses: { 200: chatLinkRow },
  },
  'DELETE /api/chat-links/{id}': {
    ...admin,
    summary: 'Remove a chat link. It still opens WhatsApp, and its reference is no longer recognized.',
    params: byId,
    responses: { 204: z.undefined() },
  },
  'GET /api/threads/{id}/origins': {
    access: 'User',
    scope: 'threads:read',
    summary: 'Chat links and ads that the customer of a conversation came from, newest first; at most five of each.',
    params: byId,
    responses: { 200: z.strictObject({ data: z.array(threadOrigin), ads: z.array(threadAd) }) },
  },
});
