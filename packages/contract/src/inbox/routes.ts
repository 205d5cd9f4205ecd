import { z } from 'zod';
import { id, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { message, sendMessageBody, thread, threadStates, trigger, webhookBooks } from './schema.ts';

const params = z.strictObject({ id: pathId });

export const inboxRoutes = defineRoutes({
  'POST /api/messages': {
    access: 'User',
    scope: 'messages:write',
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
  'GET /api/messages/{id}/triggers': {
    access: 'User',
    scope: 'messages:read',
    summary: 'What a message asked the sending worker to do.',
    params,
    responses: { 200: page(trigger) },
  },
  'POST /api/messages/{id}/retry': {
    access: 'User',
    scope: 'messages:write',
    summary: 'Send again: the same message, the next attempt.',
    params,
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
    right: 'channels.manage',
    scope: 'channels:read',
    summary:
      'What came to a channel’s webhook address: received = stored + refused, and the refused parts with their reasons.',
    params,
    query: pageQuery,
    responses: { 200: webhookBooks },
  },
  'POST /api/channels/{id}/webhooks/replay': {
    access: 'Admin',
    right: 'channels.manage',
    scope: 'channels:write',
    summary: 'Understand the newest refused deliveries of a channel once more.',
    params,
    responses: {
      200: z.strictObject({
        deliveries: z.number(),
        stored: z.number(),
        refused: z.number(),
        /** Deliveries whose bytes have aged out. */
        gone: z.number(),
        /** Whether older ones are left. */
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
  'GET /api/threads': {
    access: 'User',
    scope: 'threads:read',
    summary: 'Threads, latest activity first.',
    query: z.strictObject({
      ...pageQuery.shape,
      state: z.enum(threadStates).optional(),
      /** `none`: neither with a person nor with a group. */
      assignee: z.union([z.literal('me'), z.literal('none'), id]).optional(),
      assignee_group: id.optional(),
      channel_id: id.optional(),
    }),
    responses: { 200: page(thread) },
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
    summary: 'Mark a thread ACTIVE or DONE, or assign it to a person, a group or both.',
    params,
    body: z.strictObject({
      state: z.enum(threadStates).optional(),
      assignee_id: id.nullable().optional(),
      assignee_group_id: id.nullable().optional(),
    }),
    responses: { 200: thread },
  },
  'GET /api/threads/{id}/messages': {
    access: 'User',
    scope: 'messages:read',
    summary: 'Messages of a thread, newest first.',
    params,
    query: pageQuery,
    responses: { 200: page(message) },
  },
  'POST /api/threads/{id}/read': {
    access: 'User',
    scope: 'threads:write',
    summary: 'Everything up to now is read; the customer gets blue ticks.',
    params,
    responses: { 200: thread },
  },
});
