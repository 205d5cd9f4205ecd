import { z } from 'zod';
import { empty, id, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { answerCallBody, call, callPermission, currentCallPermission, hangUpBody, placeCallBody } from './schema.ts';

const params = z.strictObject({ id: pathId });
const ended = z.strictObject({ id });

export const callRoutes = defineRoutes({
  'GET /api/calls': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Calls that ring or go on, of conversations that the caller sees.',
    responses: { 200: z.strictObject({ data: z.array(call) }) },
  },
  'POST /api/threads/{id}/calls': {
    access: 'User',
    permission: 'inbox.use',
    summary:
      'Call the customer of a conversation, with the offer of the browser. They are called once at a time, and must have allowed it.',
    params,
    body: placeCallBody,
    responses: { 200: call },
  },
  'GET /api/threads/{id}/call-permission': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Whether the customer allows calls, as far as they said.',
    params,
    responses: { 200: callPermission },
  },
  'POST /api/threads/{id}/call-permission': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Ask WhatsApp whether the customer allows calls and may be asked to, and keep the answer.',
    params,
    body: empty,
    responses: { 200: currentCallPermission },
  },
  'POST /api/calls/{id}/answer': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Answer a call that rings, with the answer of the browser. One page gets it; others are told who did.',
    params,
    body: answerCallBody,
    responses: { 200: call },
  },
  'POST /api/calls/{id}/decline': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Decline a call that rings, for everyone.',
    params,
    body: empty,
    responses: { 200: ended },
  },
  'POST /api/calls/{id}/hang-up': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'End a call, from the page that answered or placed it. Again, it answers the same.',
    params,
    body: hangUpBody,
    responses: { 200: ended },
  },
});
