import { z } from 'zod';
import { id, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { contactDuplicate, contactMerge, mergeBody, mergeKept, pairBody } from './merge-schema.ts';

const byId = z.strictObject({ id: pathId });
const read = { access: 'User', scope: 'contacts:read' } as const;
const edit = { access: 'User', right: 'contacts.edit', scope: 'contacts:write' } as const;

/** Making one contact of several. */
export const mergeRoutes = defineRoutes({
  'POST /api/contacts/merge': {
    ...edit,
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
    ...edit,
    summary: 'Takes a merge back; what changed since stays and is listed.',
    params: byId,
    responses: { 200: z.strictObject({ merge: contactMerge, kept: z.array(mergeKept) }) },
  },
  'GET /api/contacts/duplicates': {
    ...read,
    summary: 'Pairs of contacts that may be one person, latest first.',
    query: pageQuery,
    responses: { 200: page(contactDuplicate) },
  },
  'POST /api/contacts/duplicates/search': {
    ...edit,
    summary: 'Looks through all contacts for pairs, behind the answer.',
    responses: { 202: z.strictObject({ job_id: id }) },
  },
  'POST /api/contacts/duplicates/dismiss': {
    ...edit,
    summary: 'Two contacts are two people: they are not suggested again.',
    body: pairBody,
    responses: { 204: z.undefined() },
  },
  'GET /api/contacts/{id}/duplicates': {
    ...read,
    summary: 'Contacts that may be the same person as this one.',
    params: byId,
    responses: { 200: z.strictObject({ data: z.array(contactDuplicate) }) },
  },
});
