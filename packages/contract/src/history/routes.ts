import { z } from 'zod';
import { page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { historyLimits } from './limits.ts';
import {
  chatSettings,
  createHistoryImportBody,
  historyImport,
  skippedHistory,
  startHistoryImportBody,
} from './schema.ts';

const byId = z.strictObject({ id: pathId });
const read = { access: 'Admin' } as const;
const edit = { access: 'Admin', permission: 'contacts.edit' } as const;
const step = (summary: string) => ({ ...edit, summary, params: byId, responses: { 200: historyImport } }) as const;

export const historyRoutes = defineRoutes({
  'GET /api/history-imports': {
    ...read,
    summary: 'Imports of conversations from other tools, latest first.',
    query: pageQuery,
    responses: { 200: page(historyImport) },
  },
  'POST /api/history-imports': {
    ...edit,
    idempotencyKey: true,
    summary: 'Begins an import of conversations: its file follows, or the account of a tool is looked at.',
    body: createHistoryImportBody,
    responses: { 200: historyImport, 201: historyImport },
  },
  'GET /api/history-imports/{id}': {
    ...read,
    summary: 'One import of conversations.',
    params: byId,
    responses: { 200: historyImport },
  },
  'PUT /api/history-imports/{id}/content': {
    ...edit,
    summary: 'A part of the file, beginning at a byte; what arrived is said, so that an upload can go on.',
    params: byId,
    query: z.strictObject({ offset: z.coerce.number().int().min(0).default(0) }),
    rawBody: { maxBytes: historyLimits.partBytes },
    responses: { 200: historyImport },
  },
  'POST /api/history-imports/{id}/read': step('The file is complete: count what is in it. Nothing is imported yet.'),
  'PUT /api/history-imports/{id}/chat': {
    ...edit,
    summary: 'Says what a chat export leaves open: the customer’s number, our names, dates and time zone.',
    params: byId,
    body: chatSettings,
    responses: { 200: historyImport },
  },
  'POST /api/history-imports/{id}/start': {
    ...step('Imports the conversations, in the background; with `trial` the first hundred, and then it waits.'),
    body: startHistoryImportBody,
    audit: 'history.import_started',
  },
  'POST /api/history-imports/{id}/pause': step('Stops after the present page.'),
  'POST /api/history-imports/{id}/resume': step('Goes on.'),
  'POST /api/history-imports/{id}/cancel': {
    ...step('Ends it where it is; what was imported stays and can be undone.'),
    audit: 'history.import_cancelled',
  },
  'POST /api/history-imports/{id}/undo': {
    ...step(
      'Deletes what it imported: messages, notes, files, saved replies that nobody used, and the conversations and contacts that it made.',
    ),
    permission: 'contacts.delete',
    audit: 'history.import_undone',
  },
  'GET /api/history-imports/{id}/skipped': {
    ...read,
    summary: 'What was left out and why, in the order of the file; the first thousand.',
    params: byId,
    responses: { 200: z.strictObject({ data: z.array(skippedHistory) }) },
  },
});
