import { z } from 'zod';
import { page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { eraseBody, erasureReceipt, personExport, retention } from './privacy-schema.ts';

const byId = z.strictObject({ id: pathId });
const remove = { access: 'Admin', right: 'contacts.erase', scope: 'contacts:write' } as const;
const file = { access: 'User', right: 'contacts.export', scope: 'contacts:read' } as const;

/** What a person may ask of their data. */
export const privacyRoutes = defineRoutes({
  'POST /api/contacts/{id}/data-export': {
    ...file,
    summary: 'Collects everything that is kept of a person into a file, behind the answer.',
    params: byId,
    responses: { 202: personExport },
  },
  'GET /api/contacts/{id}/data-export': {
    ...file,
    summary: 'The newest such file of a person and how far it is; null while nobody asked for one.',
    params: byId,
    responses: { 200: z.strictObject({ file: personExport.nullable() }) },
  },
  'GET /api/contacts/{id}/data-export/file': {
    ...file,
    summary: 'The file itself.',
    params: byId,
    file: 'application/json; charset=utf-8',
    responses: { 200: z.unknown() },
  },
  'POST /api/contacts/{id}/erase': {
    ...remove,
    summary: 'Removes a person and everything that is kept of them, for good, behind the answer.',
    params: byId,
    body: eraseBody,
    responses: { 202: erasureReceipt },
  },
  'GET /api/erasures': {
    ...remove,
    summary: 'Receipts of erasures, latest first.',
    query: pageQuery,
    responses: { 200: page(erasureReceipt) },
  },
  'GET /api/erasures/{id}': {
    ...remove,
    summary: 'One receipt.',
    params: byId,
    responses: { 200: erasureReceipt },
  },
  'GET /api/retention': {
    access: 'User',
    scope: 'contacts:read',
    summary: 'After how many days data goes by itself.',
    responses: { 200: retention },
  },
  'PUT /api/retention': {
    access: 'Admin',
    right: 'account.edit',
    summary: 'Sets after how many days data goes by itself.',
    body: retention,
    responses: { 200: retention },
  },
});
