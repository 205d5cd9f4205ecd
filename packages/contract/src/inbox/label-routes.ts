import { z } from 'zod';
import { page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { changeLabelBody, createLabelBody, label, threadEvent } from './label-schema.ts';

const params = z.strictObject({ id: pathId });

export const labelRoutes = defineRoutes({
  'GET /api/labels': {
    access: 'User',
    permission: 'inbox.use',
    scope: 'threads:read',
    summary: 'Labels of conversations, by name.',
    responses: { 200: z.strictObject({ data: z.array(label), next_cursor: z.null() }) },
  },
  'POST /api/labels': {
    access: 'User',
    permission: 'inbox.use',
    idempotencyKey: true,
    summary: 'A new label for conversations.',
    body: createLabelBody,
    responses: { 200: label, 201: label },
  },
  'PUT /api/labels/{id}': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Rename a label or give it another color.',
    params,
    body: changeLabelBody,
    responses: { 200: label },
  },
  'DELETE /api/labels/{id}': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Delete a label and take it off all conversations.',
    params,
    responses: { 200: z.strictObject({ threads: z.number().int() }) },
  },
  'GET /api/threads/{id}/events': {
    access: 'User',
    scope: 'threads:read',
    summary: 'What happened to a conversation beside its messages, newest first.',
    params,
    query: pageQuery,
    responses: { 200: page(threadEvent) },
  },
});
