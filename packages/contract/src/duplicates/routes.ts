import { z } from 'zod';
import { id, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { contactDuplicate, contactMerge, contactPairBody, mergeBody, mergeSkipped } from './schema.ts';

const byId = z.strictObject({ id: pathId });
const read = { access: 'User', scope: 'contacts:read' } as const;
const edit = { access: 'User', permission: 'contacts.edit', scope: 'contacts:write' } as const;

/** Merging contacts into one. */
export const mergeRoutes = defineRoutes({
  'POST /api/contacts/merge': {
    audit: 'contacts.merged',
    ...edit,
    // The others are gone afterwards, as if deleted.
    permission: 'contacts.delete',
    idempotencyKey: true,
    summary: 'Makes one contact of several; can be taken back for 30 days.',
    body: mergeBody,
    responses: { 200: contactMerge, 201: contactMerge },
  },
  'GET /api/contacts/{id}/merges': {
    ...read,
    summary: 'Contacts that became part of this one, latest first.',
    params: byId,
    query: pageQuery,
    responses: { 200: page(contactMerge) },
  },
  'POST /api/contacts/merges/{id}/undo': {
    audit: 'contacts.merge_undone',
    ...edit,
    summary: 'Takes a merge back; what changed since stays and is listed.',
    params: byId,
    responses: { 200: z.strictObject({ merge: contactMerge, kept: z.array(mergeSkipped) }) },
  },
  'GET /api/contacts/duplicates': {
    ...read,
    summary: 'Pairs of contacts that may be duplicates, latest first.',
    query: pageQuery,
    responses: { 200: page(contactDuplicate) },
  },
  'POST /api/contacts/duplicates/search': {
    ...edit,
    summary: 'Looks for duplicates among all contacts, in the background.',
    responses: { 202: z.strictObject({ job_id: id }) },
  },
  'POST /api/contacts/duplicates/dismiss': {
    ...edit,
    summary: 'Dismisses a pair: it is not suggested again.',
    body: contactPairBody,
    responses: { 204: z.undefined() },
  },
  'GET /api/contacts/{id}/duplicates': {
    ...read,
    summary: 'Possible duplicates of this contact.',
    params: byId,
    responses: { 200: z.strictObject({ data: z.array(contactDuplicate) }) },
  },
});
