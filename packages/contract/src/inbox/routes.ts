import { z } from 'zod';
import { id, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import {
  changeScheduledBody,
  contactOrder,
  message,
  mutedUntil,
  sendMessageBody,
  snoozedUntil,
  thread,
  threadCounts,
  threadStates,
  trigger,
  webhookStatistics,
} from './schema.ts';
import { threadValue } from './stage-schema.ts';
import { threadSorts } from './thread-filter.ts';
import { threadConditions } from './view-schema.ts';

const params = z.strictObject({ id: pathId });

export const inboxRoutes = defineRoutes({
  'POST /api/messages': {
    access: 'User',
    scope: 'messages:write',
    idempotencyKey: true,
    summary: 'Send a message, or react to one. The same call again answers the same.',
    body: sendMessageBody,
    responses: { 200: message, 201: message },
  },
  'GET /api/messages/{id}': {
    access: 'User',
    scope: 'messages:read',
    summary: 'One message.',
    params,
    responses: { 200: message },
  },
  'PUT /api/messages/{id}': {
    access: 'User',
    scope: 'messages:write',
    summary: 'Change a scheduled message: its time, or its content. Without a time (null) it is sent now.',
    params,
    body: changeScheduledBody,
    responses: { 200: message },
  },
  'DELETE /api/messages/{id}': {
    access: 'User',
    scope: 'messages:write',
    summary: 'Cancel a scheduled message.',
    params,
    responses: { 200: z.strictObject({ id }) },
  },
  'GET /api/scheduled-messages': {
    access: 'User',
    scope: 'messages:read',
    summary: 'Scheduled messages of all conversations, the next one first; those that wait for a reply come last.',
    query: pageQuery,
    responses: { 200: page(message) },
  },
  'GET /api/threads/{id}/scheduled': {
    access: 'User',
    scope: 'messages:read',
    summary: 'The scheduled messages of a thread, the next one first.',
    params,
    responses: { 200: z.strictObject({ data: z.array(message), next_cursor: z.null() }) },
  },
  'GET /api/messages/{id}/triggers': {
    access: 'User',
    scope: 'messages:read',
    summary: 'What a message asked the sending worker to do.',
    params,
    responses: { 200: page(trigger) },
  },
  'GET /api/messages/{id}/events': {
    access: 'User',
    scope: 'messages:read',
    summary: 'Every status that WhatsApp reported of a message, oldest first.',
    params,
    responses: {
      200: z.strictObject({
        data: z.array(
          z.strictObject({
            status: z.string(),
            at: z.string(),
            received_at: z.string(),
            /** The category that WhatsApp bills, and whether it does; null where a status says nothing of it. */
            price: z.strictObject({ category: z.string(), billable: z.boolean() }).nullable(),
            /** Who of a group it is about: the `id` of a participant. */
            participant_id: id.optional(),
          }),
        ),
        next_cursor: z.null(),
      }),
    },
  },
  'POST /api/messages/{id}/retry': {
    access: 'User',
    scope: 'messages:write',
    summary: 'Send again: the same message, the next attempt.',
    params,
    responses: { 200: message },
  },
  'POST /api/messages/{id}/discard': {
    access: 'User',
    scope: 'messages:write',
    summary:
      'Never send a message that waits or is on hold; one that was discarded before stays so. Those of a broadcast end with it.',
    params,
    responses: { 200: message },
  },
  'PUT /api/messages/{id}/star': {
    access: 'User',
    // It answers the message.
    scope: ['messages:read', 'messages:write'],
    summary: 'Mark a message as important for the team, or take the mark away.',
    params,
    body: z.strictObject({ starred: z.boolean() }),
    responses: { 200: message },
  },
  'POST /api/messages/{id}/copy-media': {
    access: 'User',
    scope: 'messages:write',
    summary: 'Ask WhatsApp again for the file of a message that could not be copied.',
    params,
    responses: { 200: message },
  },
  'GET /api/channels/{id}/webhooks': {
    access: 'Admin',
    permission: 'channels.manage',
    scope: 'channels:read',
    summary:
      'What came to a channel’s webhook address: received = stored + refused, and the refused parts with their reasons.',
    params,
    query: pageQuery,
    responses: { 200: webhookStatistics },
  },
  'POST /api/channels/{id}/webhooks/replay': {
    audit: 'channels.deliveries_replayed',
    access: 'Admin',
    permission: 'channels.manage',
    scope: 'channels:write',
    summary: 'Understand the newest refused deliveries of a channel once more.',
    params,
    responses: {
      200: z.strictObject({
        deliveries: z.number(),
        stored: z.number(),
        refused: z.number(),
        /** Deliveries whose raw bytes have expired. */
        gone: z.number(),
        /** Whether there are older ones. */
        more: z.boolean(),
      }),
    },
  },
  'GET /api/contacts/{id}/threads': {
    access: 'User',
    scope: 'threads:read',
    summary: 'The threads of one contact, latest activity first.',
    params: z.strictObject({ id: pathId }),
    responses: { 200: z.strictObject({ data: z.array(thread) }) },
  },
  'GET /api/contacts/{id}/orders': {
    access: 'User',
    scope: 'messages:read',
    summary: 'The newest 200 orders that a contact placed from a catalogue, in the conversations that the caller sees.',
    params: z.strictObject({ id: pathId }),
    responses: { 200: z.strictObject({ data: z.array(contactOrder) }) },
  },
  'GET /api/threads': {
    access: 'User',
    scope: 'threads:read',
    summary: 'Threads, latest activity first or by another sort.',
    query: z.strictObject({
      ...pageQuery.shape,
      ...threadConditions,
      sort: z.enum(threadSorts).default('newest'),
      /** A part of a name or a number, in any case, with or without accents, the number also in national format. */
      search: z.string().max(200).optional(),
    }),
    responses: { 200: page(thread) },
  },
  'GET /api/threads/counts': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'How many conversations each view of the inbox has for the one who asks.',
    responses: { 200: threadCounts },
  },
  'GET /api/threads/{id}': {
    access: 'User',
    scope: 'threads:read',
    summary: 'One thread.',
    params,
    responses: { 200: thread },
  },
  'PUT /api/threads/{id}': {
    access: 'User',
    scope: 'threads:write',
    summary:
      'Mark a thread ACTIVE or DONE, assign it, snooze it, mute it for oneself, or change its labels, stage or value.',
    params,
    body: z.strictObject({
      state: z.enum(threadStates).optional(),
      assignee_id: id.nullable().optional(),
      assignee_group_id: id.nullable().optional(),
      /** Ends by itself when the customer writes, and when the thread is done. */
      snoozed_until: snoozedUntil.nullable().optional(),
      /** No notifications of it for the member who asks, besides mentions; null ends that. */
      muted_until: mutedUntil.nullable().optional(),
      add_label_ids: z.array(id).max(50).optional(),
      remove_label_ids: z.array(id).max(50).optional(),
      /** Moves it to a stage, or out of all. It is done where the stage closes, else active, unless `state` says otherwise. */
      stage_id: id.nullable().optional(),
      /** In the smallest unit of the account's currency; null: not valued. */
      value: threadValue.nullable().optional(),
      /** Marks it as unread for the caller alone. */
      unread: z.literal(true).optional(),
    }),
    responses: { 200: thread },
  },
  'GET /api/threads/{id}/messages': {
    access: 'User',
    scope: 'messages:read',
    summary: 'Messages of a thread, newest first, all or those under some conditions.',
    params,
    query: z.strictObject({
      ...pageQuery.shape,
      /** A part of the text, a caption or a file name, in any case. */
      search: z.string().trim().min(1).max(200).optional(),
      starred: z.literal('true').optional(),
      /** Photos, videos, voice messages and documents. */
      media: z.literal('true').optional(),
    }),
    responses: { 200: page(message) },
  },
  'POST /api/threads/{id}/block': {
    access: 'User',
    permission: 'inbox.use',
    scope: 'threads:write',
    summary: 'Block the customer at WhatsApp on this channel: their messages no longer arrive, and none can be sent.',
    params,
    responses: { 200: thread },
  },
  'POST /api/threads/{id}/typing': {
    access: 'User',
    permission: 'inbox.use',
    scope: 'threads:write',
    summary:
      'Show the customer that the team types, for up to 25 seconds or until the next message; marks as read too.',
    params,
    responses: { 200: z.strictObject({ shown: z.boolean() }) },
  },
  'POST /api/threads/{id}/unblock': {
    access: 'User',
    permission: 'inbox.use',
    scope: 'threads:write',
    summary: 'Unblock the customer at WhatsApp on this channel.',
    params,
    responses: { 200: thread },
  },
  'POST /api/threads/{id}/control': {
    access: 'User',
    permission: 'inbox.use',
    scope: 'threads:write',
    summary:
      'Take the conversation over from Meta’s agent (`take`), or give it back (`release`; `pass` names the agent).',
    params,
    body: z.strictObject({ action: z.enum(['take', 'release', 'pass']) }),
    responses: { 200: thread },
  },
  'POST /api/threads/{id}/read': {
    access: 'User',
    scope: 'threads:write',
    summary: 'Everything up to now is read; the customer gets blue ticks.',
    params,
    responses: { 200: thread },
  },
});
