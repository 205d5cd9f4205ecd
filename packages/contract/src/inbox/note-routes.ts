import { z } from 'zod';
import { id, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { changeNoteBody, createNoteBody, mention, note } from './note-schema.ts';

const params = z.strictObject({ id: pathId });
const noteParams = z.strictObject({ id: pathId, note_id: pathId });

// API keys cannot access internal notes.
export const noteRoutes = defineRoutes({
  'GET /api/threads/{id}/notes': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Internal notes of a conversation, newest first.',
    params,
    query: pageQuery,
    responses: { 200: page(note) },
  },
  'POST /api/threads/{id}/notes': {
    access: 'User',
    permission: 'inbox.use',
    idempotencyKey: true,
    summary: 'Write an internal note, mentioning members and groups. It never leaves the team.',
    params,
    body: createNoteBody,
    responses: { 200: note, 201: note },
  },
  'GET /api/threads/{id}/notes/{note_id}/earlier': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'The earlier texts of a note that was edited, oldest first.',
    params: noteParams,
    responses: {
      200: z.strictObject({
        data: z.array(z.strictObject({ body: z.string(), until: z.string() })),
        next_cursor: z.null(),
      }),
    },
  },
  'PUT /api/threads/{id}/notes/{note_id}': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Change a note of one’s own. Its earlier text stays as a trace.',
    params: noteParams,
    body: changeNoteBody,
    responses: { 200: note },
  },
  'DELETE /api/threads/{id}/notes/{note_id}': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Delete a note of one’s own. That there was one stays.',
    params: noteParams,
    responses: { 200: note },
  },
  'GET /api/threads/{id}/audience': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Which active members see this conversation: who does not would read nothing of a note that names them.',
    params,
    responses: {
      200: z.strictObject({ data: z.array(z.strictObject({ user_id: id, sees: z.boolean() })), next_cursor: z.null() }),
    },
  },
  'GET /api/mentions': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Notes that name the one who asks, in conversations they see, newest first.',
    query: pageQuery,
    responses: { 200: page(mention) },
  },
  'GET /api/mentions/unread': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Conversations with a note that names the one who asks and was not read; at most 200.',
    responses: { 200: z.strictObject({ thread_ids: z.array(id) }) },
  },
  'POST /api/threads/{id}/mentions/read': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'What names the one who asks in this conversation is read.',
    params,
    responses: { 200: z.strictObject({ read: z.number().int() }) },
  },
});
