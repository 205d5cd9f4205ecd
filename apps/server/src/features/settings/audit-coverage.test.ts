import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RouteDefinition, type RouteKey, routes } from '@parley/contract';
import { describe, expect, it } from 'vitest';

/** Routes whose feature writes the event in the transaction of the change, with old and new values. */
const byFeature: Partial<Record<RouteKey, string>> = {
  'DELETE /api/api-keys/{id}': 'api_key_revoked',
  'DELETE /api/auth/providers/{id}': 'provider_unlinked',
  'DELETE /api/auth/sessions': 'sessions_ended',
  'DELETE /api/auth/sessions/{id}': 'session_ended',
  'DELETE /api/automations/{id}': 'automations.deleted',
  'DELETE /api/channels/{id}': 'channels.removed',
  'DELETE /api/client/transfer': 'transfer_taken_back',
  'DELETE /api/contact-lists/{id}': 'contacts.list_deleted',
  'DELETE /api/custom-fields/{name}': 'contacts.field_deleted',
  'DELETE /api/invitations/{id}': 'invitation_revoked',
  'DELETE /api/labels/{id}': 'inbox.label_deleted',
  'DELETE /api/messages/{id}': 'messages.schedule_cancelled',
  'DELETE /api/segments/{id}': 'contacts.segment_deleted',
  'DELETE /api/session-templates/{id}': 'templates.reply_',
  'DELETE /api/team/{user_id}': 'member_removed',
  'DELETE /api/templates/{id}': 'templates.deleted',
  'DELETE /api/templates/{id}/draft': 'templates.change_discarded',
  'DELETE /api/user-groups/{id}': 'team.group_deleted',
  'DELETE /api/views/{id}': 'inbox.view_deleted',
  'POST /api/api-keys': 'api_key_made',
  'POST /api/api-keys/{id}/rotate': 'api_key_made',
  'POST /api/auth/factors/recovery-codes': 'recovery_codes_renewed',
  'POST /api/auth/factors/remove': 'second_factor_off',
  'POST /api/auth/factors/totp/confirm': 'second_factor_on',
  'POST /api/auth/link-provider': 'provider_linked',
  'POST /api/auth/sign-out': 'signed_out',
  'POST /api/auth/switch': 'switched_account',
  'POST /api/automations': 'automations.created',
  'POST /api/automations/{id}/pause': 'automations.turned_off',
  'POST /api/automations/{id}/publish': 'automations.published',
  'POST /api/automations/{id}/resume': 'automations.turned_on',
  'POST /api/automations/{id}/rollback': 'automations.rolled_back',
  'POST /api/channels': 'channels.added',
  'POST /api/channels/signup/connect': 'channels.added',
  'POST /api/channels/{id}/rotate': 'channels.rotated',
  'POST /api/channels/{id}/rotate-back': 'channels.rotated_back',
  'POST /api/client/close': 'account_closed',
  'POST /api/client/transfer': 'transfer_offered',
  'POST /api/client/transfer/accept': 'transfer_accepted',
  'POST /api/client/transfer/decline': 'transfer_declined',
  'POST /api/clients': 'account_created',
  'POST /api/contact-lists': 'contacts.list_created',
  'POST /api/contacts/{id}/erase': 'contacts.erased',
  'POST /api/custom-fields': 'contacts.field_created',
  'POST /api/invitations': 'invited',
  'POST /api/invitations/accept': 'invitation_accepted',
  'POST /api/invitations/batch': 'invited',
  'POST /api/invitations/waiting/{id}/accept': 'invitation_accepted',
  'POST /api/invitations/{id}/resend': 'invitation_renewed',
  'POST /api/join-requests/{user_id}/accept': 'join_accepted',
  'POST /api/join-requests/{user_id}/decline': 'join_declined',
  'POST /api/labels': 'inbox.label_created',
  'POST /api/threads/{id}/block': 'inbox.contact_blocked',
  'POST /api/threads/{id}/unblock': 'inbox.contact_unblocked',
  'POST /api/segments': 'contacts.segment_created',
  'POST /api/session-templates': 'templates.reply_',
  'POST /api/session-templates/import': 'templates.replies_imported',
  'POST /api/session-templates/{id}/restore': 'templates.reply_',
  'POST /api/team/{user_id}/reset-second-factor': 'second_factor_reset',
  'POST /api/templates': 'templates.created',
  'POST /api/templates/{id}/restore': 'templates.restored',
  'POST /api/user-groups': 'team.group_created',
  'POST /api/views': 'inbox.view_created',
  'POST /api/webhooks': 'webhooks.created',
  'DELETE /api/webhooks/{id}': 'webhooks.removed',
  'PUT /api/auth/email': 'email_changed',
  'PUT /api/auth/password': 'password_changed',
  'PUT /api/automations/order': 'automations.order_changed',
  'PUT /api/automations/{id}': 'automations.changed',
  'PUT /api/bug-reports/{id}': 'feedback.report_changed',
  'PUT /api/channels/{id}': 'channels.changed',
  'PUT /api/channels/{id}/profile': 'channels.profile_changed',
  'PUT /api/client': 'settings.account_changed',
  'PUT /api/contact-lists/{id}': 'contacts.list_changed',
  'PUT /api/custom-fields/{name}': 'contacts.field_changed',
  'PUT /api/feature-requests/{id}': 'feedback.request_changed',
  'PUT /api/feedback-settings': 'feedback.destination_changed',
  'PUT /api/invitations/{id}': 'invitation_changed',
  'PUT /api/labels/{id}': 'inbox.label_changed',
  'PUT /api/messages/{id}': 'messages.schedule_changed',
  'PUT /api/reports/rates': 'reports.rates_changed',
  'PUT /api/retention': 'settings.retention_changed',
  'PUT /api/segments/{id}': 'contacts.segment_changed',
  'PUT /api/session-templates/{id}': 'templates.reply_',
  'PUT /api/team/{user_id}': 'member_changed',
  'PUT /api/templates/{id}': 'templates.changed',
  'PUT /api/user-groups/{id}': 'team.group_changed',
  'PUT /api/views/{id}': 'inbox.view_changed',
  'PUT /api/webhooks/{id}': 'webhooks.changed',
};

/** Routes that are not recorded, by the reason. */
const notRecorded: Record<string, readonly RouteKey[]> = {
  'a question: nothing changes': [
    'POST /api/automations/dry-run',
    'POST /api/campaigns/audience',
    'POST /api/campaigns/audience/people',
    'POST /api/channels/check',
    'POST /api/channels/signup',
    'POST /api/channels/signup/finish',
    'POST /api/channels/{id}/doctor',
    'POST /api/contacts/duplicates/search',
    'POST /api/invitations/preview',
    'POST /api/webhooks/{id}/test',
  ],
  'a step of signing in, which is recorded when it succeeds, or of the own profile': [
    'DELETE /api/auth/photo',
    'DELETE /api/auth/profile',
    'DELETE /api/auth/token',
    'POST /api/auth/email',
    'POST /api/auth/exchange',
    'POST /api/auth/factors/totp',
    'POST /api/auth/reauthenticate',
    'POST /api/auth/reauthenticate/send-code',
    'POST /api/auth/second-factor',
    'POST /api/auth/send-code',
    'POST /api/auth/send-link',
    'POST /api/auth/setup',
    'POST /api/auth/sign-in',
    'POST /api/auth/sign-in-code',
    'POST /api/auth/sign-in-custom',
    'POST /api/auth/sign-in-link',
    'POST /api/auth/sign-up',
    'POST /api/auth/token',
    'POST /api/invitations/decline',
    'POST /api/invitations/request-new',
    'POST /api/invitations/waiting/{id}/decline',
    'POST /api/join-requests',
    'PUT /api/auth/photo',
    'PUT /api/auth/profile',
    'PUT /api/session-templates/favourites',
    'PUT /api/setup-checklist',
  ],
  'a draft: recorded when it takes effect': [
    'PUT /api/threads/{id}/draft',
    'POST /api/campaigns',
    'POST /api/channels/{id}/registration/request-code',
    'POST /api/channels/{id}/registration/verify-code',
    'POST /api/imports',
    'POST /api/imports/{id}/fixes',
    'POST /api/imports/{id}/pause',
    'POST /api/imports/{id}/read',
    'POST /api/imports/{id}/resume',
    'POST /api/templates/samples',
    'PUT /api/campaigns/{id}',
    'PUT /api/imports/{id}/content',
    'PUT /api/imports/{id}/mapping',
    'PUT /api/imports/{id}/rows/{row}',
  ],
  'the daily work, which conversations and contacts show with its author and time': [
    'DELETE /api/contacts/exports/{id}',
    'DELETE /api/contacts/{id}/notes/{note_id}',
    'DELETE /api/contacts/{id}/suppression',
    'DELETE /api/threads/{id}/notes/{note_id}',
    'POST /api/bug-reports',
    'POST /api/bug-reports/{id}/deliver',
    'POST /api/compose',
    'POST /api/contacts',
    'POST /api/contacts/duplicates/dismiss',
    'POST /api/contacts/{id}/modify-custom-field',
    'POST /api/contacts/{id}/notes',
    'POST /api/contacts/{id}/reset-contact-lists',
    'POST /api/feature-requests',
    'POST /api/media',
    'POST /api/messages',
    'POST /api/messages/{id}/copy-media',
    'POST /api/messages/{id}/retry',
    'POST /api/session-templates/{id}/uses',
    'POST /api/threads/{id}/automations/start',
    'POST /api/threads/{id}/mentions/read',
    'POST /api/threads/{id}/notes',
    'POST /api/threads/{id}/read',
    'PUT /api/contacts/{id}',
    'PUT /api/contacts/{id}/notes/{note_id}',
    'PUT /api/contacts/{id}/suppression',
    'PUT /api/feature-requests/{id}/vote',
    'PUT /api/messages/{id}/star',
    'PUT /api/threads/{id}',
    'PUT /api/threads/{id}/notes/{note_id}',
  ],
  'a member’s own notifications': [
    'DELETE /api/push-devices/{id}',
    'POST /api/notifications/check',
    'POST /api/notifications/read',
    'POST /api/push-devices',
    'PUT /api/notification-settings',
  ],
  'the sandbox: it reaches no customer': [
    'DELETE /api/sandbox/scenarios/{id}',
    'POST /api/sandbox/media',
    'POST /api/sandbox/people',
    'POST /api/sandbox/phones',
    'POST /api/sandbox/phones/{phone_id}/messages',
    'POST /api/sandbox/phones/{phone_id}/number',
    'POST /api/sandbox/phones/{phone_id}/plays',
    'POST /api/sandbox/phones/{phone_id}/read',
    'POST /api/sandbox/phones/{phone_id}/taps',
    'POST /api/sandbox/scenarios',
    'POST /api/sandbox/traffic/{cursor}/replay',
    'PUT /api/sandbox/clock',
    'PUT /api/sandbox/faults',
    'PUT /api/sandbox/phones/{phone_id}',
  ],
};

const features = join(import.meta.dirname, '..');
const sources = () =>
  readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(features, name), 'utf8'))
    .join('\n');

describe('every route that changes something', () => {
  const all = Object.entries(routes) as [RouteKey, RouteDefinition][];
  const recorded = new Set(all.filter(([, { audit }]) => audit !== undefined).map(([key]) => key));

  it('is recorded in the audit log once, or listed with the reason why not', () => {
    const listed = [...Object.keys(byFeature), ...Object.values(notRecorded).flat()];
    const writing = all.map(([key]) => key).filter((key) => !key.startsWith('GET ') && !recorded.has(key));
    expect(listed.sort()).toEqual(writing.sort());
  });

  it('names an event that its feature writes', () => {
    const text = sources();
    const missing = Object.entries(byFeature).filter(([, action]) => !new RegExp(`['\`.]${action}`).test(text));
    expect(missing).toEqual([]);
  });
});

it('every download of data is recorded', () => {
  const files = Object.entries(routes).filter(([, route]) => /csv|json/.test((route as RouteDefinition).file ?? ''));
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter(([, route]) => (route as RouteDefinition).audit === undefined)).toEqual([]);
});
