import { z } from 'zod';
import { pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { tableTypes } from '../core/table-format.ts';
import { bulkJob, startExportBody } from './schema.ts';

const byId = z.strictObject({ id: pathId });
const take = { access: 'User', permission: 'contacts.export', scope: 'contacts:read' } as const;

/** Contact files, written in the background; `/api/contacts/bulk` reports their progress. */
export const exportRoutes = defineRoutes({
  'POST /api/contacts/exports': {
    audit: 'contacts.export_started',
    ...take,
    idempotencyKey: true,
    summary: 'Writes some contacts, or all that a table shows, into a file that an import takes back.',
    body: startExportBody,
    responses: { 202: bulkJob },
  },
  'GET /api/contacts/exports/{id}/file': {
    audit: 'contacts.export_downloaded',
    ...take,
    summary: 'The file, for seven days and for whoever asked for it.',
    params: byId,
    file: tableTypes,
    responses: { 200: z.unknown() },
  },
  'DELETE /api/contacts/exports/{id}': {
    ...take,
    summary: 'Stops an export and lets its file go.',
    params: byId,
    responses: { 204: z.undefined() },
  },
});
