import { z } from 'zod';
import { empty, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import {
  changeIncomingBody,
  createIncomingBody,
  incomingCall,
  incomingCallDetail,
  incomingCallQuery,
  incomingPreview,
  incomingWebhook,
  incomingWebhookWithSecret,
  testIncomingBody,
} from './incoming-schema.ts';

const byId = z.strictObject({ id: pathId });
const byCall = z.strictObject({ id: pathId, call_id: pathId });
/** No key manages them: an address writes contacts and messages, whatever the key may do. */
const admin = { access: 'Admin', permission: 'integrations.manage' } as const;

export const incomingWebhookRoutes = defineRoutes({
  'GET /api/incoming-webhooks': {
    ...admin,
    summary: 'Incoming webhooks of the account, newest first.',
    query: pageQuery,
    responses: { 200: page(incomingWebhook) },
  },
  'POST /api/incoming-webhooks': {
    ...admin,
    idempotencyKey: true,
    summary: 'A new address that other systems post to. The secret is given once.',
    body: createIncomingBody,
    responses: { 200: incomingWebhookWithSecret, 201: incomingWebhookWithSecret },
  },
  'GET /api/incoming-webhooks/{id}': {
    ...admin,
    summary: 'One incoming webhook.',
    params: byId,
    responses: { 200: incomingWebhook },
  },
  'PUT /api/incoming-webhooks/{id}': {
    ...admin,
    summary: 'Change, pause or resume an incoming webhook.',
    params: byId,
    body: changeIncomingBody,
    responses: { 200: incomingWebhook },
  },
  'DELETE /api/incoming-webhooks/{id}': {
    ...admin,
    summary: 'Remove an incoming webhook with its calls. Contacts and messages stay.',
    params: byId,
    responses: { 204: z.undefined() },
  },
  'POST /api/incoming-webhooks/{id}/rotate-secret': {
    ...admin,
    audit: 'webhooks.incoming_secret_rotated',
    summary: 'A new secret, given once. Calls with the old one are accepted for 24 hours.',
    params: byId,
    body: empty,
    responses: { 200: incomingWebhookWithSecret },
  },
  'POST /api/incoming-webhooks/{id}/test': {
    ...admin,
    summary: 'What a call with this body would do. Nothing is stored or sent.',
    params: byId,
    body: testIncomingBody,
    responses: { 200: incomingPreview },
  },
  'GET /api/incoming-webhooks/{id}/calls': {
    ...admin,
    summary: 'Calls of the last seven days, newest first.',
    params: byId,
    query: incomingCallQuery,
    responses: { 200: page(incomingCall) },
  },
  'GET /api/incoming-webhooks/{id}/calls/{call_id}': {
    ...admin,
    summary: 'One call with its body.',
    params: byCall,
    responses: { 200: incomingCallDetail },
  },
  'POST /api/incoming-webhooks/{id}/calls/{call_id}/replay': {
    ...admin,
    audit: 'webhooks.incoming_call_replayed',
    summary: 'Process a failed call again, with the settings as they are now.',
    params: byCall,
    body: empty,
    responses: { 200: incomingCall },
  },
});
