import { z } from 'zod';
import { id, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import {
  changeTemplateBody,
  createTemplateBody,
  syncTemplatesBody,
  template,
  templateHistory,
  templateSync,
  templateSyncRun,
  templateUsage,
} from './schema.ts';

const params = z.strictObject({ id: pathId });
const edit = { access: 'Admin', permission: 'templates.edit', scope: 'templates:write' } as const;
const view = { access: 'User', permission: 'templates.view', scope: 'templates:read' } as const;

export const templatesRoutes = defineRoutes({
  'GET /api/templates': {
    ...view,
    summary:
      'WhatsApp templates by name, of all accounts or a channel’s; deleted ones only with `status=DELETED`, drafts included.',
    query: z.strictObject({
      ...pageQuery.shape,
      status: z.string().max(40).optional(),
      channel_id: id.optional(),
    }),
    responses: { 200: page(template) },
  },
  'GET /api/templates/{id}': {
    ...view,
    summary: 'One template.',
    params,
    responses: { 200: template },
  },
  'GET /api/templates/usage': {
    ...view,
    summary: 'Where templates are used, and their results in the last 30 days. Unused templates are not listed.',
    responses: { 200: z.strictObject({ data: z.array(templateUsage) }) },
  },
  'GET /api/templates/{id}/history': {
    ...view,
    summary: 'Versions of a template with what each changed, latest first, and how often it may still be changed.',
    params,
    responses: { 200: templateHistory },
  },
  'POST /api/templates': {
    ...edit,
    idempotencyKey: true,
    summary: 'Create a template as a draft or, with `submit`, send it to WhatsApp for review.',
    body: createTemplateBody,
    responses: { 200: template, 201: template },
  },
  'PUT /api/templates/{id}': {
    ...edit,
    summary:
      'Change a template. Drafts change at once; the others keep the change as their `draft` until it is submitted.',
    params,
    body: changeTemplateBody,
    responses: { 200: template },
  },
  'DELETE /api/templates/{id}': {
    ...edit,
    summary: 'Delete a template here and on WhatsApp. With `unused`, one that is in use is a conflict.',
    params,
    query: z.strictObject({ unused: z.enum(['true', 'false']).optional() }),
    responses: { 204: z.undefined() },
  },
  'POST /api/templates/{id}/restore': {
    ...edit,
    summary: 'Restore a deleted template as a draft.',
    params,
    responses: { 200: template },
  },
  'DELETE /api/templates/{id}/draft': {
    ...edit,
    summary: 'Discard the change of a template that was not submitted.',
    params,
    responses: { 200: template },
  },
  'POST /api/templates/samples': {
    ...edit,
    summary:
      'Give WhatsApp an uploaded file (`POST /api/media`) as the sample of a header; the handle goes into its example.',
    body: z.strictObject({ channel_id: id, media_id: id }),
    responses: { 201: z.strictObject({ handle: z.string() }) },
  },
  'POST /api/templates/sync': {
    ...edit,
    audit: 'templates.synced',
    summary: 'Fetch the templates of a channel’s WhatsApp Business account; with `dry_run` only compare.',
    body: syncTemplatesBody,
    responses: { 200: templateSync },
  },
  'GET /api/templates/sync-runs': {
    ...view,
    summary: 'The last 50 runs of the sync, latest first.',
    query: z.strictObject({ channel_id: id.optional() }),
    responses: { 200: z.strictObject({ data: z.array(templateSyncRun) }) },
  },
});
