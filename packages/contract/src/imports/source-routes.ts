import { z } from 'zod';
import { empty, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import {
  changeSourceBody,
  createSourceBody,
  importSource,
  importSourceRun,
  previewSourceBody,
  sourcePreview,
  sourceRunStates,
} from './source-schema.ts';

const byId = z.strictObject({ id: pathId });
/** No key manages them: a source writes contacts for as long as it is there. */
const admin = { access: 'Admin', permission: 'integrations.manage' } as const;

export const importSourceRoutes = defineRoutes({
  'GET /api/import-sources': {
    ...admin,
    summary: 'Addresses of CSV files that are imported on a schedule, newest first.',
    query: pageQuery,
    responses: { 200: page(importSource) },
  },
  'POST /api/import-sources': {
    ...admin,
    idempotencyKey: true,
    summary: 'A new address with its columns, rules and schedule.',
    body: createSourceBody,
    responses: { 200: importSource, 201: importSource },
  },
  'POST /api/import-sources/preview': {
    ...admin,
    summary: 'Reads the beginning of a file: its columns and first rows, or what is wrong. Nothing is stored.',
    body: previewSourceBody,
    responses: { 200: sourcePreview },
  },
  'GET /api/import-sources/{id}': { ...admin, summary: 'One address.', params: byId, responses: { 200: importSource } },
  'PUT /api/import-sources/{id}': {
    ...admin,
    summary: 'Change, pause or resume an address.',
    params: byId,
    body: changeSourceBody,
    responses: { 200: importSource },
  },
  'DELETE /api/import-sources/{id}': {
    ...admin,
    summary: 'Remove an address with the log of its runs. Imported contacts stay.',
    params: byId,
    responses: { 204: z.undefined() },
  },
  'POST /api/import-sources/{id}/run': {
    ...admin,
    audit: 'imports.source_run',
    summary: 'Import the file now. An unchanged file is not imported again.',
    params: byId,
    body: empty,
    responses: { 202: importSourceRun },
  },
  'GET /api/import-sources/{id}/runs': {
    ...admin,
    summary: 'Runs of the last 30 days, newest first.',
    params: byId,
    query: z.strictObject({ ...pageQuery.shape, state: z.enum(sourceRunStates).optional() }),
    responses: { 200: page(importSourceRun) },
  },
});
