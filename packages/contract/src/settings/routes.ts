import { z } from 'zod';
import { channel } from '../channels/schema.ts';
import { contactList } from '../contacts/schema.ts';
import { cursor, id, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { tableFormat, tableTypes } from '../core/table-format.ts';
import { display } from '../identity/schema.ts';
import { label } from '../inbox/label-schema.ts';
import { stage } from '../inbox/stage-schema.ts';
import { savedView } from '../inbox/view-schema.ts';
import { maxAvatarBytes } from '../media/limits.ts';
import { userGroup } from '../team/schema.ts';
import { template } from '../templates/schema.ts';
import {
  apiKey,
  apiKeyRequest,
  apiKeyRequestQuery,
  apiKeyWithSecret,
  auditEvent,
  auditFilter,
  auditQuery,
  changeClientBody,
  client,
  createApiKeyBody,
  createClientBody,
  memberAccess,
  setupChecklist,
  user,
} from './schema.ts';

export const settingsRoutes = defineRoutes({
  'POST /api/clients': {
    access: 'user',
    idempotencyKey: true,
    summary: 'A new account with its Owner and a sandbox channel.',
    body: createClientBody,
    responses: { 200: client, 201: client },
  },
  'GET /api/client': {
    access: 'User',
    summary: 'The account of this session.',
    responses: { 200: client },
  },
  'PUT /api/client': {
    access: 'Admin',
    summary: 'Change the account.',
    permission: 'account.edit',
    body: changeClientBody,
    responses: { 200: client },
  },
  'PUT /api/client/logo': {
    audit: 'settings.logo_changed',
    access: 'Admin',
    permission: 'account.edit',
    summary: "The account's logo, as the body; JPEG, PNG or WebP of at most 5 MB. A small avatar of it is stored.",
    rawBody: { maxBytes: maxAvatarBytes },
    responses: { 200: client },
  },
  'DELETE /api/client/logo': {
    audit: 'settings.logo_removed',
    access: 'Admin',
    permission: 'account.edit',
    summary: 'Take the logo away.',
    responses: { 200: client },
  },
  'GET /api/users': {
    access: 'User',
    summary: 'Members of the account, by name.',
    query: pageQuery,
    responses: { 200: page(user) },
  },
  'GET /api/users/{id}': {
    access: 'User',
    summary: 'One member.',
    params: z.strictObject({ id: pathId }),
    responses: { 200: user },
  },
  'GET /api/bootstrap': {
    access: 'User',
    summary: 'What the app needs to start, and the feed position it is true for.',
    responses: {
      200: z.strictObject({
        client,
        user,
        users: z.array(user),
        user_groups: z.array(userGroup),
        access: memberAccess,
        channels: z.array(channel),
        templates: z.array(template),
        contact_lists: z.array(contactList),
        labels: z.array(label),
        stages: z.array(stage),
        saved_views: z.array(savedView),
        ...display.shape,
        /** The user's id at the push provider; null while none is configured. */
        push_user_id: z.string().nullable(),
        cursor,
      }),
    },
  },
  'GET /api/api-key-names': {
    access: 'User',
    summary: 'Names of API keys, revoked ones included, for what they wrote; the newest thousand.',
    responses: { 200: z.strictObject({ data: z.array(z.strictObject({ id, name: z.string() })) }) },
  },
  'GET /api/api-keys': {
    access: 'Admin',
    permission: 'api_keys.manage',
    summary: 'API keys that are not revoked, newest first.',
    query: pageQuery,
    responses: { 200: page(apiKey) },
  },
  'POST /api/api-keys': {
    access: 'Admin',
    permission: 'api_keys.manage',
    idempotencyKey: true,
    summary: 'A new key; its text is answered this once. At most 50 living keys an account.',
    body: createApiKeyBody,
    responses: { 200: apiKeyWithSecret, 201: apiKeyWithSecret },
  },
  'POST /api/api-keys/{id}/rotate': {
    access: 'Admin',
    permission: 'api_keys.manage',
    summary: 'A key like this one; the old one works for `keep_old_hours` more.',
    params: z.strictObject({ id: pathId }),
    body: z.strictObject({ keep_old_hours: z.number().int().min(0).max(168).default(24) }),
    responses: { 201: apiKeyWithSecret },
  },
  'DELETE /api/api-keys/{id}': {
    access: 'Admin',
    permission: 'api_keys.manage',
    summary: 'Revoke a key at once.',
    params: z.strictObject({ id: pathId }),
    responses: { 204: z.undefined() },
  },
  'GET /api/audit-events': {
    access: 'Admin',
    permission: 'audit.view',
    summary: 'What was done in the account and refused, newest first; the last 400 days, at most 100,000 events.',
    query: auditQuery,
    responses: { 200: page(auditEvent) },
  },
  'GET /api/audit-events/export': {
    audit: 'settings.audit_exported',
    access: 'Admin',
    permission: 'audit.view',
    summary: 'The same as a file, all pages.',
    query: auditFilter.extend(tableFormat.shape),
    file: tableTypes,
    responses: { 200: z.unknown() },
  },
  'GET /api/api-key-requests': {
    access: 'Admin',
    permission: 'api_keys.manage',
    summary: 'Calls with API keys of the last seven days, newest first.',
    query: apiKeyRequestQuery,
    responses: {
      200: z.strictObject({
        ...page(apiKeyRequest).shape,
        /** Of the same key and days: counted, but not listed because too many came at once. */
        unlisted: z.number().int(),
      }),
    },
  },
  'GET /api/setup-checklist': {
    access: 'User',
    summary: 'First steps of an account, ticked from what is there.',
    responses: { 200: setupChecklist },
  },
  'PUT /api/setup-checklist': {
    access: 'User',
    summary: 'Put the card away, or back.',
    body: z.strictObject({ dismissed: z.boolean() }),
    responses: { 200: setupChecklist },
  },
});
