import { z } from 'zod';
import { pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import {
  changeViewBody,
  createViewBody,
  draft,
  putDraftBody,
  savedView,
  shareDraftBody,
  sharedDraft,
  takeOverDraftBody,
} from './view-schema.ts';

const params = z.strictObject({ id: pathId });

// Views and drafts belong to members: API keys have none.
export const viewRoutes = defineRoutes({
  'GET /api/views': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'The caller’s saved views of the inbox and the shared ones, by name.',
    responses: { 200: z.strictObject({ data: z.array(savedView), next_cursor: z.null() }) },
  },
  'POST /api/views': {
    access: 'User',
    permission: 'inbox.use',
    idempotencyKey: true,
    summary: 'Save a view of the inbox, for oneself or for everyone.',
    body: createViewBody,
    responses: { 200: savedView, 201: savedView },
  },
  'PUT /api/views/{id}': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Change a saved view: one’s own; Admins change shared ones as well.',
    params,
    body: changeViewBody,
    responses: { 200: savedView },
  },
  'DELETE /api/views/{id}': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Delete a saved view; its conversations stay.',
    params,
    responses: { 200: z.strictObject({}) },
  },
  'GET /api/drafts': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'The caller’s unsent texts, latest first.',
    responses: { 200: z.strictObject({ data: z.array(draft), next_cursor: z.null() }) },
  },
  'GET /api/threads/{id}/draft': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'The caller’s unsent text in a conversation.',
    params,
    responses: { 200: draft },
  },
  'PUT /api/threads/{id}/draft': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Keep an unsent text for the caller’s other devices; answers the latest one.',
    params,
    body: putDraftBody,
    responses: { 200: draft },
  },
  'GET /api/threads/{id}/shared-drafts': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'The drafts of a conversation that members share with the team, the caller’s own included.',
    params,
    responses: { 200: z.strictObject({ data: z.array(sharedDraft), next_cursor: z.null() }) },
  },
  'PUT /api/threads/{id}/draft/sharing': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Share the caller’s draft with everyone who sees the conversation, or stop sharing it.',
    params,
    body: shareDraftBody,
    responses: { 200: draft },
  },
  'POST /api/threads/{id}/draft/take-over': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Make the shared draft of another member the caller’s own; theirs is emptied.',
    params,
    body: takeOverDraftBody,
    responses: { 200: draft },
  },
});
