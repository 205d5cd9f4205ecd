import { z } from 'zod';
import { id, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { createNoteBody, mention, note } from './note-schema.ts';

const params = z.strictObject({ id: pathId });

// Programs have no part in what the team writes to itself.
export const noteRoutes = defineRoutes({
  'GET /api/threads/{id}/notes': {
    access: 'User',
    right: 'inbox.use',
    summary: 'Internal notes of a conversation, newest first.',
    params,
    query: pageQuery,
    responses: { 200: page(note) },
  },
  'POST /api/threads/{id}/notes': {
    access: 'User',
    right: 'inbox.use',
    summary: 'Write an internal note, naming people and groups. It never leaves the team.',
    params,
    body: createNoteBody,
    responses: { 200: note, 201: note },
  },
  'GET /api/threads/{id}/audience': {
    access: 'User',
    right: 'inbox.use',
    summary: 'Which active members see this conversation: who does not would read nothing of a note that names them.',
    params,
    responses: {
      200: z.strictObject({ data: z.array(z.strictObject({ user_id: id, sees: z.boolean() })), next_cursor: z.null() }),
    },
  },
  'GET /api/mentions': {
    access: 'User',
    right: 'inbox.use',
    summary: 'Notes that name the one who asks, in conversations they see, newest first.',
    query: pageQuery,
    responses: { 200: page(mention) },
  },
  'GET /api/mentions/unread': {
    access: 'User',
    right: 'inbox.use',
    summary: 'Conversations with a note that names the one who asks and was not read; at most 200.',
    responses: { 200: z.strictObject({ thread_ids: z.array(id) }) },
  },
  'POST /api/threads/{id}/mentions/read': {
    access: 'User',
    right: 'inbox.use',
    summary: 'What names the one who asks in this conversation is read.',
    params,
    responses: { 200: z.strictObject({ read: z.number().int() }) },
  },
});
