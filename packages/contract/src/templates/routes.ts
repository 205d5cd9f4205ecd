import { z } from 'zod';
import { id, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { syncTemplatesBody, template, templateSync } from './schema.ts';

export const templatesRoutes = defineRoutes({
  'GET /api/templates': {
    access: 'User',
    right: 'templates.view',
    scope: 'templates:read',
    summary: 'WhatsApp templates by name, of all accounts or a channel’s; those that are gone are not among them.',
    query: z.strictObject({ status: z.string().max(40).optional(), channel_id: id.optional() }),
    responses: { 200: z.strictObject({ data: z.array(template) }) },
  },
  'GET /api/templates/{id}': {
    access: 'User',
    right: 'templates.view',
    scope: 'templates:read',
    summary: 'One template.',
    params: z.strictObject({ id: pathId }),
    responses: { 200: template },
  },
  'POST /api/templates/sync': {
    access: 'Admin',
    right: 'templates.edit',
    scope: 'templates:write',
    summary: 'Fetch the templates of a channel’s WhatsApp Business account; with `dry_run` only compare.',
    body: syncTemplatesBody,
    responses: { 200: templateSync },
  },
});
