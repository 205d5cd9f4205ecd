import { z } from 'zod';
import { page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import {
  changeWebhookBody,
  createWebhookBody,
  delivery,
  deliveryDetail,
  deliveryQuery,
  event,
  eventQuery,
  integrations,
  replayBody,
  rotateWebhookSecretBody,
  testWebhookBody,
  webhook,
  webhookWithSecret,
} from './schema.ts';

const byId = z.strictObject({ id: pathId });
const byDelivery = z.strictObject({ id: pathId, delivery_id: pathId });
const read = { access: 'Admin', permission: 'integrations.manage', scope: 'events:read' } as const;
const write = { access: 'Admin', permission: 'integrations.manage', scope: 'events:write' } as const;
/** Decides who gets which events, or answers with the whole webhook: writing does not include reading. */
const control = { ...write, scope: ['events:read', 'events:write'] } as const;

export const webhookRoutes = defineRoutes({
  'GET /api/events': {
    access: 'User',
    scope: 'events:read',
    summary:
      'Events after a cursor, oldest first; without one, from the oldest stored. `next_cursor` is never null: ask with it again.',
    query: eventQuery,
    responses: { 200: z.strictObject({ data: z.array(event), next_cursor: z.string() }) },
  },
  'GET /api/integrations': {
    access: 'Admin',
    permission: 'integrations.manage',
    summary: 'What is connected to the account and its server.',
    responses: { 200: integrations },
  },
  'GET /api/webhooks': {
    ...read,
    summary: 'Webhooks of the account, newest first.',
    query: pageQuery,
    responses: { 200: page(webhook) },
  },
  'POST /api/webhooks': {
    ...control,
    idempotencyKey: true,
    summary: 'Send events to an address, signed by the Standard Webhooks convention. The secret is given once.',
    body: createWebhookBody,
    responses: { 200: webhookWithSecret, 201: webhookWithSecret },
  },
  'GET /api/webhooks/{id}': {
    ...read,
    summary: 'One webhook.',
    params: byId,
    responses: { 200: webhook },
  },
  'PUT /api/webhooks/{id}': {
    ...control,
    summary: 'Change, pause or resume a webhook. It continues where it was paused.',
    params: byId,
    body: changeWebhookBody,
    responses: { 200: webhook },
  },
  'DELETE /api/webhooks/{id}': {
    ...write,
    summary: 'Remove a webhook with its deliveries.',
    params: byId,
    responses: { 204: z.undefined() },
  },
  'POST /api/webhooks/{id}/rotate-secret': {
    ...control,
    audit: 'webhooks.secret_rotated',
    summary: 'A new secret, given once. The old one signs too for the hours asked for.',
    params: byId,
    body: rotateWebhookSecretBody,
    responses: { 200: webhookWithSecret },
  },
  'POST /api/webhooks/{id}/test': {
    ...write,
    summary: 'Send a test event, also while the webhook is paused. Its delivery says how it went.',
    params: byId,
    body: testWebhookBody,
    responses: { 202: delivery },
  },
  'GET /api/webhooks/{id}/deliveries': {
    ...read,
    summary: 'Deliveries of the last seven days, newest first.',
    params: byId,
    query: deliveryQuery,
    responses: { 200: page(delivery) },
  },
  'GET /api/webhooks/{id}/deliveries/{delivery_id}': {
    ...read,
    summary: 'One delivery with its attempts and its body.',
    params: byDelivery,
    responses: { 200: deliveryDetail },
  },
  'POST /api/webhooks/{id}/deliveries/{delivery_id}/replay': {
    audit: 'webhooks.delivery_replayed',
    ...write,
    summary: 'Send a delivery again.',
    params: byDelivery,
    responses: { 202: delivery },
  },
  'POST /api/webhooks/{id}/replay': {
    ...write,
    audit: 'webhooks.replayed',
    summary: 'Send the deliveries of a time range again: the failed ones, or delivered ones too.',
    params: byId,
    body: replayBody,
    responses: { 202: z.strictObject({ count: z.number().int().nonnegative() }) },
  },
});
