import { type RouteDefinition, type RouteKey, routes } from '@parley/contract';

/**
 * The callers: anonymous; a member with an expired token; a user without an account; the three roles of account A;
 * the Owner of account B naming rows of A; a user removed from A whose token still names it.
 */
export const matrixMembers = [
  'anonymous',
  'expired',
  'noAccount',
  'User',
  'Admin',
  'Owner',
  'foreign',
  'removed',
] as const;
/**
 * API keys: one of A with every scope except the route's; one with all scopes; one of account B with all, naming rows
 * of A; a revoked one with all. And a suspended member, who is treated like a removed one.
 */
export const matrixApiKeys = ['keyWithoutScope', 'key', 'foreignKey', 'revokedKey', 'suspended'] as const;
export const actors = [...matrixMembers, ...matrixApiKeys] as const;
export type AccessActor = (typeof actors)[number];

/** Rows of account A that URLs can name. */
export type NamedRow =
  | 'apiKey'
  | 'application'
  | 'auditForwarding'
  | 'automation'
  | 'automationRun'
  | 'bugReport'
  | 'bulk'
  | 'campaign'
  | 'channel'
  | 'contact'
  | 'contactList'
  | 'contactNote'
  | 'delivery'
  | 'erasure'
  | 'export'
  | 'featureRequest'
  | 'group'
  | 'campaignFile'
  | 'historyImport'
  | 'import'
  | 'invitation'
  | 'joinRequest'
  | 'label'
  | 'merge'
  | 'message'
  | 'phone'
  | 'savedReport'
  | 'savedView'
  | 'scimToken'
  | 'scenario'
  | 'segment'
  | 'session'
  | 'sessionTemplate'
  | 'stage'
  | 'template'
  | 'testNumber'
  | 'thread'
  | 'threadNote'
  /** Its contact has no number: no call to WhatsApp is made for it. */
  | 'threadUnnumbered'
  | 'user'
  | 'chatLink'
  | 'helpText'
  | 'importSource'
  | 'incomingWebhook'
  | 'webhook';

type Outcomes = readonly [number, number, number, number, number, number, number, number];
export type AccessRow = {
  /** Status for each actor, in the order of `actors`. */
  expect: Outcomes;
  /** The row in the URL. The foreign Owner always names A's; members do too, unless `spare` requests an unknown id. */
  row?: NamedRow;
  spare?: true;
  /** Called with an old sign-in, because nothing else prevents its effect. */
  stale?: true;
  /** What the route needs in the URL before it looks for the row. */
  query?: Record<string, string>;
  body?: (world: { clientId: string; rows: Record<NamedRow, string> }, actor: AccessActor) => object;
};

const empty = () => ({});
const sixDigits = () => ({ pin: '123456' });
const active = () => ({ state: 'ACTIVE' });
/** A valid body from the caller who must not find the row; the others only show that they were admitted. */
const writtenByForeign = (_world: unknown, actor: AccessActor) =>
  actor === 'foreign' ? { type: 'text', text: { body: 'Hello' } } : {};
/** A valid body for callers who find the row; the others only show that they were admitted. */
const reassign = (_world: unknown, actor: AccessActor) => (actor === 'foreign' ? { to: null } : {});
const isForeign = (actor: AccessActor) => actor === 'foreign' || actor === 'foreignKey';
const noteByForeign = (_world: unknown, actor: AccessActor) => (isForeign(actor) ? { body: 'Hello' } : {});
const optOutByForeign = (_world: unknown, actor: AccessActor) => (isForeign(actor) ? {} : { scope: 'nobody' });
const fieldByForeign = ({ rows }: { rows: Record<NamedRow, string> }, actor: AccessActor) =>
  isForeign(actor) ? { id: rows.contact, operation: 'SET', name: 'City', value: 'Oslo' } : {};
const eraseByForeign = (_world: unknown, actor: AccessActor) => (isForeign(actor) ? { confirm: 'ERASE' } : {});
const templateByForeign = (_world: unknown, actor: AccessActor) => (isForeign(actor) ? {} : { category: 'NONE' });
const replyByForeign = (_world: unknown, actor: AccessActor) => (isForeign(actor) ? { name: 'Theirs' } : { name: '' });
const chatByForeign = (_world: unknown, actor: AccessActor) =>
  isForeign(actor) ? { phone_number: null, own_names: [], date_order: 'day_first', time_zone: 'UTC' } : {};
const archiveByForeign = (_world: unknown, actor: AccessActor) => (isForeign(actor) ? { archived: true } : {});
const chooseByForeign = (_world: unknown, actor: AccessActor) => (isForeign(actor) ? { variant: 'A' } : {});
const retryByForeign = (_world: unknown, actor: AccessActor) => (isForeign(actor) ? { states: ['FAILED'] } : {});
const replayByForeign = (_world: unknown, actor: AccessActor) =>
  isForeign(actor) ? { from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' } : {};
const testByForeign = (_world: unknown, actor: AccessActor) => (isForeign(actor) ? {} : { type: 'nothing' });
const webhookByForeign = (_world: unknown, actor: AccessActor) =>
  isForeign(actor) ? { name: 'Theirs' } : { events: [] };
const incomingByForeign = (_world: unknown, actor: AccessActor) =>
  isForeign(actor) ? { name: 'Theirs' } : { name: '' };
const helpTextByForeign = (_world: unknown, actor: AccessActor) =>
  isForeign(actor) ? { version: 1 } : { title: '', version: 1 };
//                    anonymous, expired, noAccount, User, Admin, Owner, foreign, removed
const open = (status: number): Outcomes => [status, status, status, status, status, status, status, status];
const signedIn = (status: number): Outcomes => [401, 401, status, status, status, status, status, 401];
const member = (own: number, foreign = own): Outcomes => [401, 401, 403, own, own, own, foreign, 401];
const ownerOnly = (own: number): Outcomes => [401, 401, 403, 403, 403, own, own, 401];
const admin = (own: number, foreign = own): Outcomes => [401, 401, 403, 403, own, own, foreign, 401];

/**
 * The status of each route for each actor. A write is sent with an invalid body where it would change something, so
 * 422 means: admitted. A route of the contract without a row here does not compile, and fails the tests.
 */
export const accessMatrix: Record<RouteKey, AccessRow> = {
  'GET /api/audit-forwardings': { expect: admin(200) },
  'POST /api/audit-forwardings': { expect: admin(422), body: () => ({ name: '' }) },
  'PUT /api/audit-forwardings/{id}': { expect: admin(404), row: 'auditForwarding', spare: true, body: empty },
  'POST /api/audit-forwardings/{id}/test': { expect: admin(404), row: 'auditForwarding', spare: true },
  'DELETE /api/audit-forwardings/{id}': { expect: admin(404), row: 'auditForwarding', spare: true },
  'GET /api/scim': { expect: admin(200) },
  'POST /api/scim/tokens': { expect: admin(422), body: () => ({ name: '' }) },
  'PUT /api/scim/tokens/{id}': { expect: admin(404), row: 'scimToken', spare: true, body: empty },
  'DELETE /api/scim/tokens/{id}': { expect: admin(404), row: 'scimToken', spare: true },
  'DELETE /api/api-keys/{id}': { expect: admin(404), row: 'apiKey', spare: true },
  'DELETE /api/auth/photo': { expect: signedIn(200) },
  'DELETE /api/auth/profile': { expect: signedIn(403), stale: true },
  'DELETE /api/auth/providers/{id}': { expect: signedIn(404), row: 'session', spare: true },
  'DELETE /api/auth/sessions': { expect: signedIn(200) },
  'DELETE /api/auth/sessions/{id}': { expect: signedIn(404), row: 'session', spare: true },
  'DELETE /api/automations/{id}': { expect: admin(404), row: 'automation', spare: true },
  'DELETE /api/campaigns/{id}': { expect: member(404), row: 'campaign', spare: true },
  'DELETE /api/channels/{id}': { expect: admin(404), row: 'channel', spare: true },
  'DELETE /api/client/logo': { expect: admin(200) },
  'DELETE /api/client/transfer': { expect: ownerOnly(404) },
  'DELETE /api/contact-lists/{id}': { expect: member(404), row: 'contactList', spare: true },
  // With a name that is not the account's, nothing is deleted.
  'DELETE /api/contacts': { expect: admin(422), body: () => ({ account_name: 'Another' }) },
  'DELETE /api/contacts/exports/{id}': { expect: member(404), row: 'export', spare: true },
  'DELETE /api/contacts/multi': { expect: member(422), body: empty },
  'DELETE /api/contacts/{id}': { expect: member(404), row: 'contact', spare: true },
  'DELETE /api/contacts/{id}/notes/{note_id}': { expect: member(404), row: 'contact' },
  'DELETE /api/contacts/{id}/suppression': { expect: member(200, 404), row: 'contact' },
  'DELETE /api/custom-fields/{name}': { expect: admin(404), row: 'contact', spare: true },
  'DELETE /api/invitations/{id}': { expect: admin(404), row: 'invitation', spare: true },
  'DELETE /api/sandbox/scenarios/{id}': { expect: member(404), row: 'scenario', spare: true },
  'DELETE /api/sandbox/test-numbers/{id}': { expect: member(404), row: 'testNumber', spare: true },
  'DELETE /api/saved-reports/{id}': { expect: member(404), row: 'savedReport', spare: true },
  'DELETE /api/saved-reports/{id}/email': { expect: member(200, 404), row: 'savedReport' },
  'DELETE /api/views/{id}': { expect: member(404), row: 'savedView', spare: true },
  'DELETE /api/stages/{id}': { expect: admin(404), row: 'stage', spare: true },
  'DELETE /api/labels/{id}': { expect: member(404), row: 'label', spare: true },
  'DELETE /api/segments/{id}': { expect: member(404), row: 'segment', spare: true },
  'DELETE /api/session-templates/{id}': { expect: member(404), row: 'sessionTemplate', spare: true },
  'DELETE /api/team/{user_id}': { expect: [401, 401, 403, 403, 404, 404, 404, 401], row: 'user', spare: true },
  'DELETE /api/templates/{id}': { expect: admin(404), row: 'template', spare: true },
  'DELETE /api/templates/{id}/draft': { expect: admin(404), row: 'template', spare: true },
  'GET /api/ai': { expect: member(200) },
  'PUT /api/ai/consents': { expect: member(422), body: empty },
  'GET /api/threads/{id}/reply-cost': { expect: admin(200, 404), row: 'thread' },
  'GET /api/threads/{id}/ai/preview': { expect: member(409, 404), row: 'thread', query: { action: 'reply' } },
  'POST /api/ai/intent-preview': { expect: admin(422), body: empty },
  'POST /api/threads/{id}/ai/draft': { expect: member(409, 404), row: 'thread', body: empty },
  'POST /api/threads/{id}/ai/summary': { expect: member(409, 404), row: 'thread', body: empty },
  'GET /api/messages/{id}/ai/preview': { expect: member(409, 404), row: 'message', query: { language: 'de' } },
  'POST /api/messages/{id}/ai/translation': {
    expect: member(409, 404),
    row: 'message',
    body: () => ({ language: 'de' }),
  },
  'POST /api/messages/{id}/transcript': { expect: member(422, 404), row: 'message', body: empty },
  'GET /api/ai/transcription': { expect: admin(200) },
  'PUT /api/ai/transcription': { expect: admin(422), body: empty },
  'GET /api/ai/assistant': { expect: admin(200) },
  'PUT /api/ai/assistant': { expect: admin(422), body: empty },
  'GET /api/ai/assistant/assignee': { expect: member(200) },
  'GET /api/ai/assistant/preview': { expect: admin(409) },
  'GET /api/ai/assistant/exam': { expect: admin(200) },
  'POST /api/ai/assistant/exam': { expect: admin(422), body: empty },
  'POST /api/ai/assistant/exam/continue': { expect: admin(404) },
  'PUT /api/ai/assistant/exam/answers/{id}': { expect: admin(404), row: 'message', body: () => ({ mark: 'right' }) },
  'GET /api/threads/{id}/ai/assistant': { expect: member(200, 404), row: 'thread' },
  'POST /api/threads/{id}/ai/assistant/give': { expect: member(422, 404), row: 'thread' },
  'POST /api/threads/{id}/ai/assistant/take': { expect: member(200, 404), row: 'thread' },
  'POST /api/threads/{id}/ai/assistant/stop': { expect: member(200, 404), row: 'thread' },
  'PUT /api/messages/{id}/ai/rating': { expect: member(404), row: 'message', body: () => ({ rating: 'good' }) },
  'GET /api/ai/settings': { expect: admin(200) },
  'PUT /api/ai/settings': { expect: admin(422), body: empty },
  'DELETE /api/ai/settings': { expect: admin(204) },
  'POST /api/ai/settings/test': { expect: admin(409), body: empty },
  'GET /api/ai/usage': { expect: admin(200) },
  'GET /api/ai/examples': { expect: admin(409) },
  'GET /api/ai/help-texts': { expect: admin(200) },
  'POST /api/ai/help-texts': { expect: admin(422), body: empty },
  'POST /api/ai/help-text-previews/page': { expect: admin(422), body: empty },
  'POST /api/ai/help-text-previews/file': { expect: admin(422) },
  'POST /api/ai/help-text-imports': { expect: admin(422), body: empty },
  'PUT /api/ai/help-texts/{id}': { expect: admin(422, 404), row: 'helpText', body: helpTextByForeign },
  'DELETE /api/ai/help-texts/{id}': { expect: admin(404), row: 'helpText', spare: true },
  'GET /api/import-sources': { expect: admin(200) },
  'POST /api/import-sources': { expect: admin(422), body: empty },
  'POST /api/import-sources/preview': { expect: admin(422), body: empty },
  'GET /api/import-sources/{id}': { expect: admin(200, 404), row: 'importSource' },
  'PUT /api/import-sources/{id}': { expect: admin(422, 404), row: 'importSource', body: incomingByForeign },
  'DELETE /api/import-sources/{id}': { expect: admin(404), row: 'importSource', spare: true },
  'POST /api/import-sources/{id}/run': { expect: admin(404), row: 'importSource', spare: true, body: empty },
  'GET /api/import-sources/{id}/runs': { expect: admin(200, 404), row: 'importSource' },
  'GET /api/incoming-webhooks': { expect: admin(200) },
  'POST /api/incoming-webhooks': { expect: admin(422), body: empty },
  'GET /api/incoming-webhooks/{id}': { expect: admin(200, 404), row: 'incomingWebhook' },
  'PUT /api/incoming-webhooks/{id}': { expect: admin(422, 404), row: 'incomingWebhook', body: incomingByForeign },
  'DELETE /api/incoming-webhooks/{id}': { expect: admin(404), row: 'incomingWebhook', spare: true },
  'POST /api/incoming-webhooks/{id}/rotate-secret': {
    expect: admin(404),
    row: 'incomingWebhook',
    spare: true,
    body: empty,
  },
  'POST /api/incoming-webhooks/{id}/test': {
    expect: admin(422, 404),
    row: 'incomingWebhook',
    body: () => ({ body: {} }),
  },
  'GET /api/incoming-webhooks/{id}/calls': { expect: admin(200, 404), row: 'incomingWebhook' },
  'GET /api/incoming-webhooks/{id}/calls/{call_id}': { expect: admin(404), row: 'incomingWebhook' },
  'POST /api/incoming-webhooks/{id}/calls/{call_id}/replay': {
    expect: admin(404),
    row: 'incomingWebhook',
    body: empty,
  },
  'GET /api/chat-links': { expect: admin(200) },
  'POST /api/chat-links': { expect: admin(422), body: empty },
  'PUT /api/chat-links/{id}': { expect: admin(422, 404), row: 'chatLink', body: incomingByForeign },
  'DELETE /api/chat-links/{id}': { expect: admin(404), row: 'chatLink', spare: true },
  'GET /api/threads/{id}/origins': { expect: member(200, 404), row: 'thread' },
  'DELETE /api/webhooks/{id}': { expect: admin(404), row: 'webhook', spare: true },
  'DELETE /api/user-groups/{id}': { expect: admin(404), row: 'group', spare: true },
  'GET /api/api-key-requests': { expect: admin(200) },
  'GET /api/api-key-names': { expect: member(200) },
  'GET /api/api-keys': { expect: admin(200) },
  'GET /api/audit-events': { expect: admin(200) },
  'GET /api/audit-events/export': { expect: admin(200) },
  'DELETE /api/auth/token': { expect: open(422), body: empty },
  'GET /api/auth/config': { expect: open(200) },
  'GET /api/auth/factors': { expect: signedIn(200) },
  'GET /api/auth/oidc/callback': { expect: open(302) },
  'GET /api/auth/oidc/start': { expect: open(422) },
  'GET /api/auth/preferences': { expect: signedIn(200) },
  'GET /api/auth/profile': { expect: signedIn(200) },
  'GET /api/auth/sessions': { expect: signedIn(200) },
  'GET /api/automation-runs/{id}': { expect: member(404), row: 'automationRun', spare: true },
  'GET /api/automations': { expect: member(200) },
  'GET /api/automations/{id}': { expect: member(404), row: 'automation', spare: true },
  'GET /api/automations/{id}/runs': { expect: member(404), row: 'automation', spare: true },
  'GET /api/automations/{id}/steps/{step_id}/exam': { expect: admin(404), row: 'automation', spare: true },
  'GET /api/automations/{id}/versions': { expect: member(404), row: 'automation', spare: true },
  'GET /api/bootstrap': { expect: member(200) },
  'GET /api/bug-reports': { expect: member(200) },
  'GET /api/bug-reports/{id}': { expect: [401, 401, 403, 404, 200, 200, 404, 401], row: 'bugReport' },
  'GET /api/bug-reports/{id}/screenshots/{position}': { expect: member(404), row: 'bugReport' },
  'GET /api/campaign-files/{id}': { expect: member(200, 404), row: 'campaignFile' },
  'GET /api/campaign-files/{id}/rows': { expect: member(200, 404), row: 'campaignFile' },
  'GET /api/campaigns': { expect: member(200) },
  'GET /api/campaign-costs': { expect: admin(200) },
  'GET /api/broadcast-settings': { expect: admin(200) },
  'GET /api/campaigns/{id}': { expect: member(200, 404), row: 'campaign' },
  'GET /api/campaigns/{id}/conversions': { expect: member(200, 404), row: 'campaign' },
  'GET /api/campaigns/{id}/costs': { expect: admin(200, 404), row: 'campaign' },
  'GET /api/campaigns/{id}/events': { expect: member(200, 404), row: 'campaign' },
  'GET /api/campaigns/{id}/failures': { expect: member(200, 404), row: 'campaign' },
  'GET /api/campaigns/{id}/chart': { expect: member(200, 404), row: 'campaign' },
  'GET /api/campaigns/{id}/links': { expect: member(200, 404), row: 'campaign' },
  'GET /api/campaigns/{id}/recipients': { expect: member(200, 404), row: 'campaign' },
  'GET /api/campaigns/{id}/recipients/export': { expect: member(200, 404), row: 'campaign' },
  'GET /api/channels': { expect: member(200) },
  'GET /api/channels/health': { expect: member(200) },
  'GET /api/channels/connection-options': { expect: admin(200) },
  'GET /api/channels/{id}/username': { expect: admin(404), row: 'channel', spare: true },
  'GET /api/channels/{id}/profile': { expect: admin(404), row: 'channel', spare: true },
  'GET /api/channels/{id}/catalog': { expect: member(404), row: 'channel', spare: true },
  'GET /api/channels/{id}/catalog/products': { expect: member(404), row: 'channel', spare: true },
  'GET /api/channels/{id}/calling': { expect: admin(404), row: 'channel', spare: true },
  'GET /api/channels/{id}/registration': { expect: admin(404), row: 'channel', spare: true },
  'GET /api/channels/{id}/webhooks': { expect: admin(200, 404), row: 'channel' },
  'GET /api/client': { expect: member(200) },
  'GET /api/client/transfer': { expect: member(200) },
  'GET /api/compose/history': { expect: member(200) },
  'GET /api/compose/history/export': { expect: member(200) },
  'GET /api/contact-lists': { expect: member(200) },
  'GET /api/contact-lists/{id}/sample-contacts': { expect: member(200, 404), row: 'contactList' },
  'GET /api/contacts': { expect: member(200) },
  'GET /api/contacts/bulk': { expect: member(200) },
  'GET /api/contacts/bulk/{id}': { expect: member(404), row: 'bulk', spare: true },
  'GET /api/contacts/count': { expect: member(200) },
  'GET /api/contacts/duplicates': { expect: member(200) },
  'GET /api/contacts/export': { expect: member(200) },
  'GET /api/contacts/exports/{id}/file': { expect: member(404), row: 'export', spare: true },
  'GET /api/contacts/multi': { expect: member(422) },
  'GET /api/contacts/trash': { expect: member(200) },
  'GET /api/contacts/{id}': { expect: member(200, 404), row: 'contact' },
  'GET /api/contacts/{id}/activity': { expect: member(200, 404), row: 'contact' },
  'GET /api/contacts/{id}/campaigns': { expect: member(200, 404), row: 'contact' },
  'GET /api/client/export': { expect: ownerOnly(200) },
  'POST /api/client/export': { expect: ownerOnly(202) },
  'POST /api/client/export/cancel': { expect: ownerOnly(200) },
  'POST /api/client/export/link': { expect: ownerOnly(403), stale: true },
  'GET /api/contacts/{id}/data-export': { expect: member(200, 404), row: 'contact' },
  'GET /api/contacts/{id}/data-export/file': { expect: member(404), row: 'contact' },
  'GET /api/contacts/{id}/duplicates': { expect: member(200, 404), row: 'contact' },
  'GET /api/contacts/{id}/merges': { expect: member(200, 404), row: 'contact' },
  'GET /api/contacts/{id}/notes': { expect: member(200, 404), row: 'contact' },
  'GET /api/contacts/{id}/suppressions': { expect: member(200, 404), row: 'contact' },
  'GET /api/contacts/{id}/orders': { expect: member(200, 404), row: 'contact' },
  'GET /api/contacts/{id}/threads': { expect: member(200, 404), row: 'contact' },
  'GET /api/custom-fields': { expect: member(200) },
  'GET /api/custom-fields/uses': { expect: admin(200) },
  'GET /api/erasures': { expect: admin(200) },
  'GET /api/erasures/{id}': { expect: admin(404), row: 'erasure', spare: true },
  'GET /api/feature-requests': { expect: member(200) },
  'GET /api/events': { expect: member(200) },
  'GET /api/assistants/tools': { expect: admin(200) },
  'GET /api/assistants/authorization': { expect: member(422) },
  'POST /api/assistants/authorization': { expect: member(422), body: () => ({ allow: ['read'] }) },
  'GET /api/assistants/applications': { expect: member(200) },
  'DELETE /api/assistants/applications/{id}': { expect: member(404), row: 'application', spare: true },
  'GET /api/integrations': { expect: admin(200) },
  'GET /api/operator/status': { expect: signedIn(200) },
  'GET /api/webhooks': { expect: admin(200) },
  'GET /api/webhooks/{id}': { expect: admin(200, 404), row: 'webhook' },
  'GET /api/webhooks/{id}/deliveries': { expect: admin(200, 404), row: 'webhook' },
  'GET /api/webhooks/{id}/deliveries/{delivery_id}': { expect: admin(404), row: 'webhook' },
  'GET /api/feedback-settings': { expect: member(200) },
  'GET /api/history-imports': { expect: admin(200) },
  'GET /api/history-imports/{id}': { expect: admin(200, 404), row: 'historyImport' },
  'GET /api/history-imports/{id}/skipped': { expect: admin(200, 404), row: 'historyImport' },
  'GET /api/imports': { expect: member(200) },
  'GET /api/imports/{id}': { expect: member(200, 404), row: 'import' },
  'GET /api/imports/{id}/fixes': { expect: member(200, 404), row: 'import' },
  'GET /api/imports/{id}/undo-skipped': { expect: member(200, 404), row: 'import' },
  'GET /api/imports/{id}/problems': { expect: member(200, 404), row: 'import' },
  'GET /api/imports/{id}/rejected': { expect: member(200, 404), row: 'import' },
  'GET /api/imports/{id}/rows': { expect: member(200, 404), row: 'import' },
  'GET /api/invitations': { expect: admin(200) },
  'GET /api/invitations/waiting': { expect: signedIn(200) },
  'GET /api/join-requests': { expect: admin(200) },
  'GET /api/join-requests/domains': { expect: admin(200) },
  'GET /api/join-requests/offers': { expect: signedIn(200) },
  'GET /api/mentions': { expect: member(200) },
  'GET /api/mentions/unread': { expect: member(200) },
  'DELETE /api/push-devices/{id}': { expect: member(404), row: 'label', spare: true },
  'GET /api/notification-settings': { expect: member(200) },
  'GET /api/saved-filters': { expect: member(200) },
  'GET /api/notifications': { expect: member(200) },
  'GET /api/push-devices': { expect: member(200) },
  'POST /api/notifications/check': { expect: member(200) },
  'POST /api/notifications/read': { expect: member(200), body: empty },
  'POST /api/push-devices': { expect: member(422), body: empty },
  'PUT /api/notification-settings': { expect: member(422), body: empty },
  'PUT /api/saved-filters': { expect: member(422), body: empty },
  'GET /api/messages/search': { expect: member(422) },
  'GET /api/drafts': { expect: member(200) },
  'GET /api/saved-reports': { expect: member(200) },
  'GET /api/views': { expect: member(200) },
  'GET /api/threads/{id}/draft': { expect: member(200, 404), row: 'thread' },
  'GET /api/threads/{id}/shared-drafts': { expect: member(200, 404), row: 'thread' },
  'GET /api/stages': { expect: member(200) },
  'GET /api/ads': { expect: member(200) },
  'GET /api/labels': { expect: member(200) },
  'GET /api/messages/{id}': { expect: member(200, 404), row: 'message' },
  'DELETE /api/messages/{id}': { expect: member(409, 404), row: 'message' },
  'GET /api/threads/{id}/scheduled': { expect: member(200, 404), row: 'thread' },
  'PUT /api/messages/{id}': { expect: member(409, 404), row: 'message', body: () => ({ send_at: null }) },
  'GET /api/messages/{id}/automation-run': { expect: member(200, 404), row: 'message' },
  'GET /api/messages/{id}/events': { expect: member(200, 404), row: 'message' },
  'GET /api/messages/{id}/triggers': { expect: member(200, 404), row: 'message' },
  'GET /api/retention': { expect: member(200) },
  'GET /api/sandbox': { expect: member(200) },
  'GET /api/calls': { expect: member(200) },
  'POST /api/threads/{id}/calls': {
    expect: member(422, 404),
    row: 'threadUnnumbered',
    body: () => ({
      id: '00000000-0000-4000-8000-000000000002',
      device_id: '00000000-0000-4000-8000-000000000001',
      sdp: 'v=0',
    }),
  },
  'GET /api/threads/{id}/call-permission': { expect: member(200, 404), row: 'thread' },
  'POST /api/threads/{id}/call-permission': { expect: member(200, 404), row: 'threadUnnumbered', body: empty },
  'POST /api/calls/{id}/answer': {
    expect: member(404),
    row: 'thread',
    body: () => ({ device_id: '00000000-0000-4000-8000-000000000001', sdp: 'v=0' }),
  },
  'POST /api/calls/{id}/decline': { expect: member(404), row: 'thread', body: empty },
  'POST /api/calls/{id}/hang-up': {
    expect: member(404),
    row: 'thread',
    body: () => ({ device_id: '00000000-0000-4000-8000-000000000001' }),
  },
  'GET /api/ratings': { expect: member(200) },
  'GET /api/reports': { expect: member(200) },
  'GET /api/reports/conversations': { expect: member(200) },
  'GET /api/reports/export': { expect: member(200) },
  'GET /api/reports/rates': { expect: admin(200) },
  'GET /api/reports/targets': { expect: member(200) },
  'GET /api/reports/targets/missed': { expect: member(200) },
  'GET /api/sandbox/media/{media_id}': { expect: member(404), row: 'phone' },
  'GET /api/sandbox/phones/{phone_id}/calls': { expect: member(200, 404), row: 'phone' },
  'POST /api/sandbox/phones/{phone_id}/calls': { expect: member(201, 404), row: 'phone' },
  'PUT /api/sandbox/phones/{phone_id}/calls': { expect: member(422, 404), row: 'phone' },
  'DELETE /api/sandbox/phones/{phone_id}/calls': { expect: member(200, 404), row: 'phone' },
  'GET /api/sandbox/phones/{phone_id}/updates': { expect: member(404), row: 'phone', spare: true },
  'GET /api/sandbox/scenarios': { expect: member(200) },
  'GET /api/sandbox/test-numbers': { expect: member(200) },
  'GET /api/sandbox/traffic': { expect: member(200) },
  'GET /api/scheduled-messages': { expect: member(200) },
  'GET /api/segments': { expect: member(200) },
  'GET /api/session-templates': { expect: member(200) },
  'GET /api/session-templates/favourites': { expect: member(200) },
  'GET /api/setup-checklist': { expect: member(200) },
  'GET /api/sync/poll': { expect: member(200) },
  'GET /api/team': { expect: member(200) },
  'GET /api/team/load': { expect: member(200) },
  'GET /api/team/export': { expect: member(200) },
  'GET /api/team/{user_id}': { expect: member(200, 404), row: 'user' },
  'GET /api/templates': { expect: member(200) },
  'GET /api/templates/sync-runs': { expect: member(200) },
  'GET /api/templates/usage': { expect: member(200) },
  'GET /api/templates/{id}/history': { expect: member(200, 404), row: 'template' },
  'GET /api/templates/{id}': { expect: member(200, 404), row: 'template' },
  'GET /api/threads': { expect: member(200) },
  'GET /api/threads/stages': { expect: member(200) },
  'GET /api/threads/counts': { expect: member(200) },
  'GET /api/threads/{id}': { expect: member(200, 404), row: 'thread' },
  'GET /api/threads/{id}/audience': { expect: member(200, 404), row: 'thread' },
  'GET /api/threads/{id}/automations': { expect: member(200, 404), row: 'thread' },
  'GET /api/threads/{id}/events': { expect: member(200, 404), row: 'thread' },
  'GET /api/threads/{id}/messages': { expect: member(200, 404), row: 'thread' },
  'DELETE /api/threads/{id}/notes/{note_id}': { expect: member(404), row: 'thread' },
  'GET /api/threads/{id}/notes/{note_id}/earlier': { expect: member(404), row: 'thread' },
  'PUT /api/threads/{id}/notes/{note_id}': { expect: member(404), row: 'thread', body: () => ({ body: 'Mine now' }) },
  'GET /api/threads/{id}/notes': { expect: member(200, 404), row: 'thread' },
  'GET /api/user-groups': { expect: member(200) },
  'GET /api/users': { expect: member(200) },
  'GET /api/users/{id}': { expect: member(200, 404), row: 'user' },
  'POST /api/webhooks': { expect: admin(422), body: empty },
  'POST /api/webhooks/{id}/deliveries/{delivery_id}/replay': { expect: admin(404), row: 'webhook' },
  'POST /api/webhooks/{id}/replay': { expect: admin(422, 404), row: 'webhook', body: replayByForeign },
  'POST /api/webhooks/{id}/rotate-secret': { expect: admin(404), row: 'webhook', spare: true, body: empty },
  'POST /api/webhooks/{id}/test': { expect: admin(422, 404), row: 'webhook', body: testByForeign },
  'POST /api/api-keys': { expect: admin(422), body: empty },
  'POST /api/api-keys/{id}/rotate': { expect: admin(404), row: 'apiKey', spare: true, body: empty },
  'POST /api/auth/email': { expect: signedIn(422), body: empty },
  'POST /api/auth/exchange': { expect: open(422), body: empty },
  'POST /api/auth/factors/passkeys': { expect: signedIn(422), body: empty },
  'POST /api/auth/factors/passkeys/begin': { expect: signedIn(403), stale: true },
  'POST /api/auth/factors/passkeys/challenge': { expect: signedIn(200) },
  'POST /api/auth/factors/passkeys/{id}/remove': {
    expect: signedIn(404),
    row: 'session',
    spare: true,
    body: () => ({ code: '000000' }),
  },
  'POST /api/auth/factors/recovery-codes': { expect: signedIn(422), body: empty },
  'POST /api/auth/factors/remove': { expect: signedIn(422), body: empty },
  'POST /api/auth/factors/totp': { expect: signedIn(403), stale: true },
  'POST /api/auth/factors/totp/confirm': { expect: signedIn(422), body: empty },
  'POST /api/auth/link-provider': { expect: signedIn(422), body: empty },
  'POST /api/auth/passkey-challenge': { expect: open(200), body: empty },
  'POST /api/auth/reauthenticate': { expect: signedIn(422), body: empty },
  'POST /api/auth/reauthenticate/send-code': { expect: signedIn(202) },
  'POST /api/auth/second-factor': { expect: open(422), body: empty },
  'POST /api/auth/send-code': { expect: open(422), body: empty },
  'POST /api/auth/send-link': { expect: open(422), body: empty },
  'POST /api/auth/setup': { expect: open(422), body: empty },
  'POST /api/auth/sign-in': { expect: open(422), body: empty },
  'POST /api/auth/sign-in-code': { expect: open(422), body: empty },
  'POST /api/auth/sign-in-custom': { expect: open(422), body: empty },
  'POST /api/auth/sign-in-link': { expect: open(422), body: empty },
  'POST /api/auth/sign-in-passkey': { expect: open(422), body: empty },
  'POST /api/auth/sign-out': { expect: signedIn(204) },
  'POST /api/auth/sign-up': { expect: open(422), body: empty },
  'POST /api/auth/switch': {
    expect: [401, 401, 404, 200, 200, 200, 404, 401],
    body: ({ clientId }) => ({ client_id: clientId }),
  },
  'POST /api/auth/token': { expect: open(422), body: empty },
  'POST /api/bug-reports': { expect: member(422), body: empty },
  'POST /api/bug-reports/{id}/deliver': { expect: admin(409, 404), row: 'bugReport' },
  'POST /api/automations': { expect: admin(422), body: empty },
  'POST /api/automations/dry-run': { expect: admin(422), body: empty },
  'POST /api/automations/secrets': { expect: admin(422), body: empty },
  'POST /api/automations/{id}/pause': { expect: admin(404), row: 'automation', spare: true },
  'POST /api/automations/{id}/publish': { expect: admin(404), row: 'automation', spare: true },
  'POST /api/automations/{id}/resume': { expect: admin(404), row: 'automation', spare: true },
  'POST /api/automations/{id}/rollback': {
    expect: admin(404),
    row: 'automation',
    spare: true,
    body: () => ({ number: 1 }),
  },
  'POST /api/automations/{id}/steps/{step_id}/exam': {
    expect: admin(404),
    row: 'automation',
    spare: true,
    body: () => ({ intents: [{ name: 'Delivery', about: 'Where it is' }], channel_ids: [], count: 10 }),
  },
  'POST /api/automations/{id}/steps/{step_id}/exam/continue': { expect: admin(404), row: 'automation', spare: true },
  'POST /api/campaign-files': { expect: member(422), body: empty },
  'POST /api/campaign-files/{id}/read': { expect: member(422, 404), row: 'campaignFile', body: empty },
  'POST /api/campaigns': { expect: member(422), body: empty },
  'POST /api/campaigns/audience': { expect: member(422), body: empty },
  'POST /api/campaigns/audience/people': { expect: member(422), body: empty },
  'POST /api/campaigns/{id}/archive': { expect: member(422, 404), row: 'campaign', body: archiveByForeign },
  'POST /api/campaigns/{id}/cancel': { expect: member(404), row: 'campaign', spare: true },
  'POST /api/campaigns/{id}/end': { expect: member(404), row: 'campaign', spare: true },
  'POST /api/campaigns/{id}/pause': { expect: member(404), row: 'campaign', spare: true },
  'POST /api/campaigns/{id}/resume': { expect: member(404), row: 'campaign', spare: true },
  'POST /api/campaigns/{id}/retry': { expect: member(422, 404), row: 'campaign', body: retryByForeign },
  'POST /api/campaigns/{id}/send-rest': { expect: member(404), row: 'campaign', spare: true },
  'POST /api/campaigns/{id}/winner': {
    expect: member(422, 404),
    row: 'campaign',
    spare: true,
    body: chooseByForeign,
  },
  'POST /api/campaigns/{id}/start': { expect: member(404), row: 'campaign', spare: true },
  'POST /api/channels': { expect: admin(422), body: empty },
  'POST /api/channels/check': { expect: admin(200), body: empty },
  'POST /api/channels/signup': { expect: admin(404), body: empty },
  'POST /api/channels/{id}/app-data': {
    expect: admin(404),
    row: 'channel',
    spare: true,
    body: () => ({ what: 'contacts' }),
  },
  'POST /api/channels/signup/connect': { expect: admin(422), body: empty },
  'POST /api/channels/signup/finish': { expect: admin(422), body: empty },
  'POST /api/channels/{id}/doctor': { expect: admin(404), row: 'channel', spare: true },
  'POST /api/channels/{id}/registration/pin': { expect: admin(404), row: 'channel', spare: true, body: sixDigits },
  'POST /api/channels/{id}/registration/register': { expect: admin(404), row: 'channel', spare: true, body: sixDigits },
  'POST /api/channels/{id}/registration/request-code': {
    expect: admin(404),
    row: 'channel',
    spare: true,
    body: () => ({ method: 'SMS' }),
  },
  'POST /api/channels/{id}/registration/verify-code': {
    expect: admin(404),
    row: 'channel',
    spare: true,
    body: () => ({ code: '123456' }),
  },
  'POST /api/channels/{id}/rotate': { expect: admin(404), row: 'channel', spare: true, body: empty },
  'POST /api/channels/{id}/rotate-back': { expect: admin(404), row: 'channel', spare: true },
  'POST /api/channels/{id}/subscribe': { expect: admin(404), row: 'channel', spare: true },
  'POST /api/channels/{id}/webhooks/replay': { expect: admin(200, 404), row: 'channel' },
  'POST /api/client/close': { expect: ownerOnly(422), body: empty },
  'POST /api/client/transfer': { expect: ownerOnly(422), body: empty },
  'POST /api/client/transfer/accept': { expect: member(404) },
  'POST /api/client/transfer/decline': { expect: member(404) },
  'POST /api/clients': { expect: signedIn(422), body: empty },
  'POST /api/compose': { expect: member(422), body: empty },
  'POST /api/contact-lists': { expect: member(422), body: empty },
  'POST /api/contacts': { expect: member(422), body: empty },
  'POST /api/contacts/bulk': { expect: member(422), body: empty },
  'POST /api/contacts/bulk/{id}/cancel': { expect: member(404), row: 'bulk', spare: true },
  'POST /api/contacts/duplicates/dismiss': { expect: member(422), body: empty },
  'POST /api/contacts/duplicates/search': { expect: member(202) },
  'POST /api/contacts/merge': { expect: member(422), body: empty },
  'POST /api/contacts/merges/{id}/undo': { expect: member(404), row: 'merge', spare: true },
  'POST /api/contacts/export': { expect: member(422), body: empty },
  'POST /api/contacts/exports': { expect: member(422), body: empty },
  'POST /api/contacts/restore': { expect: member(422), body: empty },
  'POST /api/contacts/{id}/data-export': { expect: member(404), row: 'contact', spare: true },
  'POST /api/contacts/{id}/erase': { expect: admin(422, 404), row: 'contact', body: eraseByForeign },
  'POST /api/contacts/{id}/modify-custom-field': { expect: member(422, 404), row: 'contact', body: fieldByForeign },
  'POST /api/contacts/{id}/notes': { expect: member(422, 404), row: 'contact', body: noteByForeign },
  'POST /api/contacts/{id}/reset-contact-lists': {
    expect: member(200, 404),
    row: 'contact',
    body: () => ({ contact_list_ids: [] }),
  },
  'POST /api/custom-fields': { expect: member(422), body: empty },
  'POST /api/feature-requests': { expect: member(422), body: empty },
  'POST /api/history-imports': { expect: admin(422), body: empty },
  'POST /api/history-imports/{id}/cancel': { expect: admin(404), row: 'historyImport', spare: true },
  'POST /api/history-imports/{id}/pause': { expect: admin(409, 404), row: 'historyImport' },
  'POST /api/history-imports/{id}/read': { expect: admin(422, 404), row: 'historyImport' },
  'POST /api/history-imports/{id}/resume': { expect: admin(409, 404), row: 'historyImport' },
  'POST /api/history-imports/{id}/start': { expect: admin(409, 404), row: 'historyImport', body: empty },
  'POST /api/history-imports/{id}/undo': { expect: admin(409, 404), row: 'historyImport' },
  'POST /api/imports': { expect: member(422), body: empty },
  'POST /api/imports/{id}/cancel': { expect: member(404), row: 'import', spare: true },
  'POST /api/imports/{id}/fixes': { expect: member(409, 404), row: 'import', body: () => ({ fix: 'merge' }) },
  'POST /api/imports/{id}/pause': { expect: member(409, 404), row: 'import' },
  'POST /api/imports/{id}/read': { expect: member(422, 404), row: 'import', body: empty },
  'POST /api/imports/{id}/resume': { expect: member(409, 404), row: 'import' },
  'POST /api/imports/{id}/start': { expect: member(409, 404), row: 'import' },
  'POST /api/imports/{id}/undo': { expect: member(409, 404), row: 'import' },
  'POST /api/invitations': { expect: admin(422), body: empty },
  'POST /api/invitations/accept': { expect: signedIn(422), body: empty },
  'POST /api/invitations/request-new': { expect: open(422), body: empty },
  'POST /api/invitations/batch': { expect: admin(422), body: empty },
  'POST /api/invitations/decline': { expect: open(422), body: empty },
  'POST /api/invitations/preview': { expect: open(422), body: empty },
  'POST /api/invitations/waiting/{id}/accept': { expect: signedIn(404), row: 'invitation' },
  'POST /api/invitations/waiting/{id}/decline': { expect: signedIn(404), row: 'invitation' },
  'POST /api/invitations/{id}/resend': { expect: admin(404), row: 'invitation', spare: true, body: empty },
  'POST /api/join-requests': { expect: signedIn(404), body: ({ clientId }) => ({ client_id: clientId }) },
  'POST /api/join-requests/{user_id}/accept': {
    expect: admin(404),
    row: 'joinRequest',
    spare: true,
    body: () => ({ role: 'User' }),
  },
  'POST /api/join-requests/{user_id}/decline': { expect: admin(404), row: 'joinRequest', spare: true },
  'POST /api/media': { expect: member(422) },
  'GET /api/media/{id}': { expect: member(404), row: 'message', spare: true },
  'DELETE /api/media/{id}': { expect: member(404), row: 'message', spare: true },
  'POST /api/messages': { expect: member(422), body: empty },
  'POST /api/sync/outbox': { expect: member(422), body: empty },
  'POST /api/saved-reports': { expect: member(422), body: empty },
  'POST /api/views': { expect: member(422), body: empty },
  'POST /api/stages': { expect: admin(422), body: empty },
  'POST /api/labels': { expect: member(422), body: empty },
  'POST /api/messages/{id}/copy-media': { expect: member(404), row: 'message', spare: true },
  'POST /api/messages/{id}/discard': { expect: member(404), row: 'message', spare: true },
  'POST /api/messages/{id}/retry': { expect: member(404), row: 'message', spare: true },
  'POST /api/sandbox/media': { expect: member(201) },
  'POST /api/sandbox/people': { expect: member(422), body: empty },
  'POST /api/sandbox/groups': { expect: member(422), body: empty },
  'POST /api/sandbox/phones': { expect: member(422), body: empty },
  'POST /api/sandbox/phones/{phone_id}/messages': { expect: member(422, 404), row: 'phone', body: writtenByForeign },
  'POST /api/sandbox/phones/{phone_id}/number': {
    expect: member(422, 404),
    row: 'phone',
    body: () => ({ phone_number: '+12015550100' }),
  },
  'POST /api/sandbox/phones/{phone_id}/plays': { expect: member(404), row: 'phone', body: () => ({ message_id: 'x' }) },
  'POST /api/sandbox/phones/{phone_id}/read': { expect: member(204, 404), row: 'phone' },
  'POST /api/sandbox/phones/{phone_id}/taps': { expect: member(404), row: 'phone', body: () => ({ message_id: 'x' }) },
  'POST /api/sandbox/reset': { expect: member(422), body: empty },
  'POST /api/sandbox/scenarios': { expect: member(422), body: empty },
  'POST /api/sandbox/test-numbers': { expect: member(422), body: empty },
  'POST /api/sandbox/traffic/{cursor}/replay': { expect: member(404), row: 'phone' },
  'POST /api/segments': { expect: member(422), body: empty },
  'POST /api/session-templates': { expect: member(422), body: empty },
  'POST /api/session-templates/import': { expect: member(422), body: empty },
  'POST /api/session-templates/{id}/restore': { expect: member(404), row: 'sessionTemplate', spare: true },
  'POST /api/session-templates/{id}/uses': { expect: member(404), row: 'sessionTemplate', spare: true },
  'POST /api/team/{user_id}/reassign-threads': { expect: admin(422, 404), row: 'user', body: reassign },
  'POST /api/team/{user_id}/reset-second-factor': { expect: admin(404), row: 'user', spare: true },
  'POST /api/team/{user_id}/sign-out': { expect: admin(404), row: 'user', spare: true },
  'POST /api/templates': { expect: admin(422), body: empty },
  'POST /api/templates/samples': { expect: admin(422), body: empty },
  'POST /api/templates/sync': { expect: admin(422), body: empty },
  'POST /api/templates/{id}/restore': { expect: admin(404), row: 'template', spare: true },
  'POST /api/threads/{id}/automations/start': { expect: member(200, 404), row: 'thread' },
  'POST /api/threads/{id}/automations/stop': { expect: member(200, 404), row: 'thread' },
  'POST /api/threads/{id}/block': { expect: member(422, 404), row: 'threadUnnumbered' },
  'POST /api/threads/{id}/control': {
    expect: member(422, 404),
    row: 'threadUnnumbered',
    body: () => ({ action: 'take' }),
  },
  'POST /api/threads/{id}/mentions/read': { expect: member(200, 404), row: 'thread' },
  'POST /api/threads/{id}/notes': { expect: member(422, 404), row: 'thread', body: noteByForeign },
  'POST /api/threads/{id}/read': { expect: member(200, 404), row: 'thread' },
  'POST /api/threads/{id}/typing': { expect: member(200, 404), row: 'thread' },
  'POST /api/threads/{id}/unblock': { expect: member(422, 404), row: 'threadUnnumbered' },
  'POST /api/user-groups': { expect: admin(422), body: empty },
  'PUT /api/auth/email': { expect: signedIn(422), body: empty },
  'PUT /api/auth/factors/passkeys/{id}': {
    expect: signedIn(404),
    row: 'session',
    spare: true,
    body: () => ({ name: 'Mine now' }),
  },
  'PUT /api/auth/password': { expect: signedIn(422), body: empty },
  'PUT /api/auth/photo': { expect: signedIn(422) },
  'PUT /api/auth/preferences': { expect: signedIn(422), body: () => ({ theme: 'green' }) },
  'PUT /api/auth/profile': { expect: signedIn(422), body: () => ({ displayName: '' }) },
  'PUT /api/bug-reports/{id}': { expect: admin(200, 404), row: 'bugReport', body: empty },
  'PUT /api/broadcast-settings': { expect: admin(422), body: empty },
  'PUT /api/campaign-files/{id}/content': { expect: member(200, 404), row: 'campaignFile' },
  'PUT /api/campaigns/{id}': { expect: member(404), row: 'campaign', spare: true },
  'PUT /api/channels/{id}': { expect: admin(200, 404), row: 'channel', body: active },
  'PUT /api/channels/{id}/username': {
    expect: admin(404),
    row: 'channel',
    spare: true,
    body: () => ({ username: 'kestrel' }),
  },
  'DELETE /api/channels/{id}/username': { expect: admin(404), row: 'channel', spare: true },
  'PUT /api/channels/{id}/calling': { expect: admin(404), row: 'channel', spare: true, body: empty },
  'PUT /api/channels/{id}/profile': { expect: admin(404), row: 'channel', spare: true, body: empty },
  'PUT /api/client': { expect: admin(200), body: empty },
  'PUT /api/client/logo': { expect: admin(422) },
  'PUT /api/contact-lists/{id}': { expect: member(200, 404), row: 'contactList', body: empty },
  'PUT /api/contacts/{id}': { expect: member(200, 404), row: 'contact', body: empty },
  'PUT /api/contacts/{id}/notes/{note_id}': {
    expect: member(404),
    row: 'contact',
    body: () => ({ body: 'Hello' }),
  },
  'PUT /api/contacts/{id}/suppression': { expect: member(422, 404), row: 'contact', body: optOutByForeign },
  'PUT /api/custom-fields/order': { expect: admin(422), body: empty },
  'PUT /api/custom-fields/{name}': { expect: admin(404), row: 'contact', spare: true, body: empty },
  'PUT /api/feature-requests/{id}': { expect: admin(200, 404), row: 'featureRequest', body: empty },
  'PUT /api/feature-requests/{id}/vote': {
    expect: member(200, 404),
    row: 'featureRequest',
    body: () => ({ voted: true }),
  },
  'PUT /api/webhooks/{id}': { expect: admin(422, 404), row: 'webhook', body: webhookByForeign },
  'POST /api/feedback-settings/confirm-email': { expect: admin(422), body: empty },
  'POST /api/feedback-settings/send-code': { expect: admin(409) },
  'PUT /api/feedback-settings': { expect: admin(422), body: empty },
  'PUT /api/history-imports/{id}/chat': { expect: admin(422, 404), row: 'historyImport', body: chatByForeign },
  'PUT /api/history-imports/{id}/content': { expect: admin(200, 404), row: 'historyImport' },
  'PUT /api/imports/{id}/content': { expect: member(200, 404), row: 'import' },
  'PUT /api/imports/{id}/mapping': {
    expect: member(409, 404),
    row: 'import',
    body: () => ({ mapping: [{ target: 'phone' }], rules: {} }),
  },
  'PUT /api/imports/{id}/rows/{row}': { expect: member(409, 404), row: 'import', body: () => ({ values: null }) },
  'PUT /api/invitations/{id}': { expect: admin(404), row: 'invitation', spare: true, body: empty },
  'PUT /api/sandbox/clock': { expect: member(422), body: empty },
  'PUT /api/sandbox/faults': { expect: member(200), body: empty },
  'PUT /api/sandbox/phones/{phone_id}': { expect: member(200, 404), row: 'phone', body: () => ({ online: true }) },
  'PUT /api/reports/rates': { expect: admin(422), body: empty },
  'PUT /api/retention': { expect: admin(422), body: empty },
  'PUT /api/automations/order': { expect: admin(422), body: empty },
  'PUT /api/automations/{id}/steps/{step_id}/exam/answers/{message_id}': {
    expect: admin(404),
    row: 'automation',
    spare: true,
    body: () => ({ mark: null }),
  },
  'PUT /api/automations/{id}': { expect: admin(404), row: 'automation', spare: true, body: empty },
  'PUT /api/messages/{id}/star': { expect: member(200, 404), row: 'message', body: () => ({ starred: false }) },
  'PUT /api/threads/{id}/draft': {
    expect: member(200, 404),
    row: 'thread',
    // With a text: an empty draft of long ago is deleted at any moment.
    body: () => ({ text: 'Draft', updated_at: '2020-01-01T00:00:00.000Z' }),
  },
  'PUT /api/threads/{id}/draft/sharing': {
    expect: member(200, 404),
    row: 'thread',
    body: () => ({ shared: false }),
  },
  'POST /api/threads/{id}/draft/take-over': {
    expect: member(409, 404),
    row: 'thread',
    body: () => ({
      user_id: '01890000-0000-7000-8000-0000000000aa',
      version: 1,
      updated_at: '2020-01-01T00:00:00.000Z',
    }),
  },
  'PUT /api/saved-reports/{id}': { expect: member(404), row: 'savedReport', spare: true, body: empty },
  'PUT /api/saved-reports/{id}/email': {
    expect: member(200, 404),
    row: 'savedReport',
    body: () => ({ day: 'mon', at: '08:00' }),
  },
  'PUT /api/views/{id}': { expect: member(404), row: 'savedView', spare: true, body: empty },
  'PUT /api/stages/{id}': { expect: admin(404), row: 'stage', spare: true, body: empty },
  'PUT /api/labels/{id}': { expect: member(404), row: 'label', spare: true, body: empty },
  'PUT /api/segments/{id}': { expect: member(404), row: 'segment', spare: true, body: empty },
  'PUT /api/session-templates/favourites': { expect: member(422), body: empty },
  'PUT /api/session-templates/{id}': { expect: member(422, 404), row: 'sessionTemplate', body: replyByForeign },
  'PUT /api/setup-checklist': { expect: member(422), body: empty },
  'PUT /api/team/{user_id}': {
    expect: [401, 401, 403, 403, 404, 404, 404, 401],
    row: 'user',
    spare: true,
    body: empty,
  },
  'PUT /api/templates/{id}': { expect: admin(422, 404), row: 'template', body: templateByForeign },
  'PUT /api/threads/{id}': { expect: member(200, 404), row: 'thread', body: active },
  'PUT /api/user-groups/{id}': { expect: admin(404), row: 'group', spare: true, body: empty },
};

/**
 * The expected status for an actor. For API keys it follows from the contract: a route without a scope is closed to
 * all keys, one with a scope to keys without it, and a key with the scope gets the same as the account's Owner.
 */
export function expectedStatus(key: RouteKey, actor: AccessActor): number {
  const { expect } = accessMatrix[key];
  const of = (user: (typeof matrixMembers)[number]) => expect[matrixMembers.indexOf(user)] ?? 0;
  const definition: RouteDefinition = routes[key];
  if (actor === 'suspended') return of('removed');
  if (actor !== 'keyWithoutScope' && actor !== 'key' && actor !== 'foreignKey' && actor !== 'revokedKey') {
    return of(actor);
  }
  if (definition.access === 'public') return of('anonymous');
  if (actor === 'revokedKey') return 401;
  if (definition.scope === undefined || actor === 'keyWithoutScope') return 403;
  return of(actor === 'key' ? 'Owner' : 'foreign');
}
