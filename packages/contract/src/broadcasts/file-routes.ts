import { z } from 'zod';
import { page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { campaignFileLimits } from './file-limits.ts';
import { campaignFile, campaignFileRow, createCampaignFileBody, readCampaignFileBody } from './file-schema.ts';

const read = { access: 'User', permission: 'broadcasts.use', scope: 'campaigns:read' } as const;
const write = { access: 'User', permission: 'broadcasts.use', scope: 'campaigns:write' } as const;
const byId = z.strictObject({ id: pathId });

export const broadcastFileRoutes = defineRoutes({
  'POST /api/campaign-files': {
    ...write,
    idempotencyKey: true,
    summary: 'Begins a file of recipients for one broadcast; its bytes follow.',
    body: createCampaignFileBody,
    responses: { 200: campaignFile, 201: campaignFile },
  },
  'GET /api/campaign-files/{id}': { ...read, summary: 'One file.', params: byId, responses: { 200: campaignFile } },
  'PUT /api/campaign-files/{id}/content': {
    ...write,
    summary: 'A part of the file, beginning at a byte; what arrived is said, so that an upload can go on.',
    params: byId,
    query: z.strictObject({ offset: z.coerce.number().int().min(0).default(0) }),
    rawBody: { maxBytes: campaignFileLimits.partBytes },
    responses: { 200: campaignFile },
  },
  'POST /api/campaign-files/{id}/read': {
    ...write,
    summary: 'The file is complete: read its rows. Again with other settings, until its broadcast starts.',
    params: byId,
    body: readCampaignFileBody,
    responses: { 202: campaignFile },
  },
  'GET /api/campaign-files/{id}/rows': {
    ...read,
    scope: ['campaigns:read', 'contacts:read'],
    summary: 'Rows of one kind, by number.',
    params: byId,
    query: z.strictObject({ ...pageQuery.shape, kind: campaignFileRow.shape.kind.default('good') }),
    responses: { 200: page(campaignFileRow) },
  },
});
