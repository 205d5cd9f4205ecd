import { z } from 'zod';
import { id, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import {
  changeSessionTemplateBody,
  createSessionTemplateBody,
  importSessionTemplatesBody,
  sessionTemplate,
} from './schema.ts';

/** At most 50, first what the member wants first. */
const favouriteReplies = z.strictObject({ ids: z.array(id).max(50) });
const params = z.strictObject({ id: pathId });
const edit = { access: 'User', permission: 'session_templates.edit', scope: 'templates:write' } as const;

export const sessionTemplatesRoutes = defineRoutes({
  'GET /api/session-templates': {
    access: 'User',
    scope: 'templates:read',
    summary: 'Saved replies by name: shared ones and one’s own; deleted ones only with `deleted`.',
    query: z.strictObject({ deleted: z.enum(['true', 'false']).optional() }),
    responses: { 200: z.strictObject({ data: z.array(sessionTemplate) }) },
  },
  'POST /api/session-templates': {
    ...edit,
    idempotencyKey: true,
    summary: 'Create a saved reply. The same call again answers the same.',
    body: createSessionTemplateBody,
    responses: { 200: sessionTemplate, 201: sessionTemplate },
  },
  'GET /api/session-templates/favourites': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'The ids of the caller’s favourite replies, in their order.',
    responses: { 200: favouriteReplies },
  },
  'PUT /api/session-templates/favourites': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Set the caller’s favourite replies and their order.',
    body: favouriteReplies,
    responses: { 200: favouriteReplies },
  },
  'PUT /api/session-templates/{id}': {
    ...edit,
    summary: 'Change a saved reply.',
    params,
    body: changeSessionTemplateBody,
    responses: { 200: sessionTemplate },
  },
  'DELETE /api/session-templates/{id}': {
    ...edit,
    summary: 'Move a saved reply to the trash, where it stays for 30 days.',
    params,
    responses: { 204: z.undefined() },
  },
  'POST /api/session-templates/{id}/restore': {
    ...edit,
    summary: 'Restore a saved reply from the trash.',
    params,
    responses: { 200: sessionTemplate },
  },
  'POST /api/session-templates/{id}/uses': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Count that a saved reply was inserted.',
    params,
    responses: { 204: z.undefined() },
  },
  'POST /api/session-templates/import': {
    ...edit,
    summary: 'Create or update shared replies by their shortcut.',
    body: importSessionTemplatesBody,
    maxBodyBytes: 6 * 1024 * 1024,
    responses: { 200: z.strictObject({ created: z.number(), updated: z.number() }) },
  },
});
