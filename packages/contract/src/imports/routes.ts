import { z } from 'zod';
import { exportBody, filterParameter } from '../contacts/schema.ts';
import { id, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { tableFormat, tableTypes } from '../core/table-format.ts';
import {
  contactImport,
  createImportBody,
  fixManyBody,
  fixRowBody,
  importFix,
  importLimits,
  importProblem,
  importRow,
  importRowOutcomes,
  mapImportBody,
  readImportBody,
} from './schema.ts';

const byId = z.strictObject({ id: pathId });
const read = { access: 'User', scope: 'contacts:read' } as const;
const edit = { access: 'User', permission: 'contacts.edit', scope: 'contacts:write' } as const;
const step = (summary: string) => ({ ...edit, summary, params: byId, responses: { 200: contactImport } }) as const;

export const importRoutes = defineRoutes({
  'GET /api/imports': {
    ...read,
    summary: 'Imports, latest first.',
    query: pageQuery,
    responses: { 200: page(contactImport) },
  },
  'POST /api/imports': {
    ...edit,
    idempotencyKey: true,
    summary: 'Begins an import; its file follows.',
    body: createImportBody,
    responses: { 200: contactImport, 201: contactImport },
  },
  'GET /api/imports/{id}': { ...read, summary: 'One import.', params: byId, responses: { 200: contactImport } },
  'PUT /api/imports/{id}/content': {
    ...edit,
    summary: 'A part of the file, beginning at a byte; what arrived is said, so that an upload can go on.',
    params: byId,
    query: z.strictObject({ offset: z.coerce.number().int().min(0).default(0) }),
    rawBody: { maxBytes: importLimits.partBytes },
    responses: { 200: contactImport },
  },
  'POST /api/imports/{id}/read': {
    ...edit,
    summary: 'The file is complete: look into it. Again with other settings, before it runs.',
    params: byId,
    body: readImportBody,
    responses: { 202: contactImport },
  },
  'PUT /api/imports/{id}/mapping': {
    ...edit,
    summary: 'Says what the columns are and which rules hold, and checks every row; nothing is written yet.',
    params: byId,
    body: mapImportBody,
    responses: { 202: contactImport },
  },
  'GET /api/imports/{id}/problems': {
    ...read,
    summary: 'Rows that would be rejected, by number.',
    params: byId,
    query: z.strictObject({
      ...pageQuery.shape,
      /** One or several of the problems' codes. */
      code: z
        .union([z.string().max(20), z.array(z.string().max(20)).max(10)])
        .transform((codes) => (typeof codes === 'string' ? [codes] : codes))
        .optional(),
    }),
    responses: { 200: page(importProblem) },
  },
  'PUT /api/imports/{id}/rows/{row}': {
    ...edit,
    summary: 'Fixes or skips a row; check again afterwards.',
    params: z.strictObject({ id: pathId, row: z.string().max(200) }),
    body: fixRowBody,
    responses: { 200: contactImport },
  },
  'GET /api/imports/{id}/rows': {
    ...read,
    summary: 'Rows of the file, or after a check those of which the same becomes. A page may be empty before the last.',
    params: byId,
    query: z.strictObject({ ...pageQuery.shape, outcome: z.enum(importRowOutcomes).optional() }),
    responses: { 200: page(importRow) },
  },
  'GET /api/imports/{id}/fixes': {
    ...read,
    summary: 'Fixes that many rows with problems share.',
    params: byId,
    responses: { 200: z.strictObject({ data: z.array(importFix) }) },
  },
  'POST /api/imports/{id}/fixes': {
    ...edit,
    summary: 'Applies a fix to up to 2,000 rows; check again afterwards.',
    params: byId,
    body: fixManyBody,
    responses: { 200: z.strictObject({ fixed: z.number().int(), more: z.boolean(), import: contactImport }) },
  },
  'POST /api/imports/{id}/start': {
    ...step('Runs the checked import, in the background.'),
    audit: 'contacts.import_started',
  },
  'POST /api/imports/{id}/pause': step('Stops after the present thousand rows.'),
  'POST /api/imports/{id}/resume': step('Goes on.'),
  'POST /api/imports/{id}/cancel': {
    ...step('Ends it where it is; what was written stays and can be undone.'),
    audit: 'contacts.import_cancelled',
  },
  'POST /api/imports/{id}/undo': {
    audit: 'contacts.import_undone',
    ...step('Puts contacts back as they were, except those that changed since.'),
    permission: 'contacts.delete',
  },
  'GET /api/imports/{id}/rejected': {
    audit: 'contacts.import_rows_downloaded',
    access: 'User',
    scope: 'contacts:read',
    summary: 'The rejected rows with their reasons, as a file.',
    params: byId,
    query: tableFormat,
    file: tableTypes,
    responses: { 200: z.unknown() },
  },
  'GET /api/imports/{id}/undo-skipped': {
    ...read,
    summary: 'Contacts that undoing left alone, because they changed since.',
    params: byId,
    query: pageQuery,
    responses: { 200: page(z.strictObject({ id })) },
  },
  'GET /api/contacts/export': {
    audit: 'contacts.exported',
    access: 'User',
    permission: 'contacts.export',
    scope: 'contacts:read',
    summary: 'Contacts as a file that an import takes back.',
    query: z.strictObject({
      search: z.string().max(200).optional(),
      filter: filterParameter.optional(),
      contact_list_id: id.optional(),
      ...tableFormat.shape,
    }),
    file: tableTypes,
    responses: { 200: z.unknown() },
  },
  'POST /api/contacts/export': {
    audit: 'contacts.exported',
    access: 'User',
    permission: 'contacts.export',
    scope: 'contacts:read',
    summary: 'Some contacts, or all that a table shows, as a file that an import takes back.',
    body: exportBody,
    file: tableTypes,
    responses: { 200: z.unknown() },
  },
});
