import { z } from 'zod';
import { page } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { tableFormat, tableTypes } from '../core/table-format.ts';
import { message } from '../inbox/schema.ts';
import { composeBody, composedRow, composeFilter, composeHistoryQuery } from './schema.ts';

const sent = z.strictObject({ data: z.array(message) });

export const composeRoutes = defineRoutes({
  'POST /api/compose': {
    access: 'User',
    scope: 'messages:write',
    idempotencyKey: true,
    summary: 'Write to 1 to 20 recipients: all messages or none. The same call again answers the same.',
    body: composeBody,
    responses: { 200: sent, 201: sent },
  },
  'GET /api/compose/history': {
    access: 'User',
    scope: 'messages:read',
    summary: 'Messages that were composed, latest first.',
    query: composeHistoryQuery,
    responses: { 200: page(composedRow) },
  },
  'GET /api/compose/history/export': {
    audit: 'compose.exported',
    access: 'User',
    permission: 'contacts.export',
    scope: 'messages:read',
    summary: 'The same messages as a file: what the caller may see of them.',
    query: composeFilter.extend(tableFormat.shape),
    file: tableTypes,
    responses: { 200: z.unknown() },
  },
});
