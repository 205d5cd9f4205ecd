import { z } from 'zod';
import { page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { contactExport, eraseBody, erasureReceipt, retention } from './schema.ts';

const byId = z.strictObject({ id: pathId });
const erase = { access: 'Admin', permission: 'contacts.erase' } as const;
/** Conversations and their messages are erased with the contact, or are part of the file. */
const removeScopes = ['contacts:write', 'threads:write', 'messages:write'] as const;
const receipts = { ...erase, scope: 'contacts:read' } as const;
const file = {
  access: 'User',
  permission: 'contacts.export',
  scope: ['contacts:read', 'threads:read', 'messages:read'],
} as const;

/** Requests of customers about their data. */
export const privacyRoutes = defineRoutes({
  'POST /api/contacts/{id}/data-export': {
    audit: 'contacts.person_export_started',
    ...file,
    summary: 'Collects everything that is stored about a contact into a file, in the background.',
    params: byId,
    responses: { 202: contactExport },
  },
  'GET /api/contacts/{id}/data-export': {
    ...file,
    summary: 'The newest such file of a contact and its progress; null while nobody asked for one.',
    params: byId,
    responses: { 200: z.strictObject({ file: contactExport.nullable() }) },
  },
  'GET /api/contacts/{id}/data-export/file': {
    audit: 'contacts.person_export_downloaded',
    ...file,
    summary: 'The file itself.',
    params: byId,
    file: ['application/json; charset=utf-8'],
    responses: { 200: z.unknown() },
  },
  'POST /api/contacts/{id}/erase': {
    ...erase,
    scope: removeScopes,
    idempotencyKey: true,
    summary: 'Erases a contact and everything that is stored about them, in the background.',
    params: byId,
    body: eraseBody,
    responses: { 202: erasureReceipt },
  },
  'GET /api/erasures': {
    ...receipts,
    summary: 'Receipts of erasures, latest first.',
    query: pageQuery,
    responses: { 200: page(erasureReceipt) },
  },
  'GET /api/erasures/{id}': {
    ...receipts,
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
    permission: 'account.edit',
    summary: 'Sets after how many days data goes by itself.',
    body: retention,
    responses: { 200: retention },
  },
});
