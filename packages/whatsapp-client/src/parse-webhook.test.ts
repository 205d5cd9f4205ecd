import { createHash } from 'node:crypto';
import { type FixtureName, fixture, fixtureIds, fixtureNames } from '@parley/whatsapp-fixtures';
import { describe, expect, it } from 'vitest';

import { parseWebhook } from './parse-webhook.ts';
import type { WebhookEvent } from './parsed-webhook.ts';

const { customerPhone: phone, customerUserId: userId, messageId } = fixtureIds;
const sha256 = createHash('sha256').update('a small picture').digest('base64');
const ana = { phone, userId, profileName: 'Ana Silva' };

type Expected = Record<string, unknown>;
const message = (type: string, content: unknown, more: Expected = {}): Expected[] => [
  { kind: 'message', message: { type, content, from: ana, timestampMs: 1_760_000_000_000, flags: [], ...more } },
];
const text = (body: string, more: Expected = {}): Expected[] => message('text', { preview_url: false, body }, more);
const media = (type: string, mime: string, content: Expected = {}, more: Expected = {}): Expected[] =>
  message(type, { provider_media_id: expect.stringMatching(/^2710+\d+$/), mime_type: mime, sha256, ...content }, more);
const status = (word: unknown, rank: number | null, more: Expected = {}): Expected[] => [
  { kind: 'status', status: { status: word, rank, opaque: messageId, recipient: { phone, userId }, ...more } },
];
const failed = (code: number, details: string | null): Expected[] =>
  status('failed', -1, { errors: [expect.objectContaining({ code, details, title: expect.any(String) })] });
const other = (field: string, value: Expected): Expected[] => [{ kind: 'other', field, value }];
const update = (field: string, value: Expected, reported: Expected = {}): Expected[] => [
  { kind: 'update', field, value, update: reported },
];
const agentSays = (content: Expected): Expected[] =>
  update(
    'standby',
    {},
    { kind: 'echo', by: 'agent', message: { from: { phone }, timestampMs: 1_760_000_001_000, ...content } },
  );
const template = { message_template_id: '9223372036854775807', message_template_language: 'en-US' };
const reply = { context: { providerMessageId: expect.stringMatching(/^wamid\./) } };

/** The expected events of each delivery. A fixture without a row does not compile. */
const expectedEvents: Record<FixtureName, Expected[]> = {
  'account-alert': update(
    'account_alerts',
    { entity_id: '12345678901234567890123' },
    { kind: 'account_alert', type: 'OBA_REJECTED', severity: 'WARNING', status: 'ACTIVE', entityType: 'BUSINESS' },
  ),
  'account-disabled': update(
    'account_update',
    { event: 'DISABLED_UPDATE' },
    { kind: 'account', banState: 'SCHEDULE_FOR_DISABLE', banDate: 'March 3, 2026' },
  ),
  'account-error': [{ kind: 'account_error', error: { code: 130429 } }],
  'account-restriction': update(
    'account_update',
    { event: 'ACCOUNT_RESTRICTION' },
    { restrictions: [{ type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiresAtMs: 1_760_086_400_000 }] },
  ),
  'account-review': update(
    'account_review_update',
    { decision: 'REJECTED' },
    { kind: 'account_review', decision: 'REJECTED' },
  ),
  'app-state-sync': update(
    'smb_app_state_sync',
    { action: 'add' },
    { kind: 'app_contact', action: 'add', phone: '351910000009', name: 'Rui Costa' },
  ),
  audio: media('audio', 'audio/mpeg', { voice: false }),
  'audio-voice': media('audio', 'audio/ogg; codecs=opus', { voice: true }),
  'batch-entries': [
    ...text('first entry 🙂'),
    { kind: 'status', status: { status: 'sent' } },
    {
      kind: 'message',
      routing: { phoneNumberId: '106540000000777', entryId: '102290000000777' },
      message: {
        from: { phone: '4915110000001', userId: null, profileName: 'Tom' },
        content: { body: 'second entry' },
      },
    },
    { kind: 'update', field: 'account_review_update', routing: { entryTimeS: 1_760_000_000, phoneNumberId: null } },
  ],
  'batch-messages': [
    ...text('one'),
    { kind: 'message', message: { from: { phone: '351910000009', profileName: 'Rui', userId: null } } },
    { kind: 'message', message: { from: ana, type: 'image', timestampMs: 1_760_000_002_000 } },
  ],
  'batch-mixed': [...text('with a status beside me'), ...status('delivered', 2)],
  'batch-statuses-disorder': ['read', 'delivered', 'sent', 'delivered', 'sent', 'read'].map((word) => ({
    kind: 'status',
    status: { status: word, recipient: { phone, userId: null } },
  })),
  button: message('button', { text: 'Track my order', payload: 'track-order', kind: 'quick_reply' }, reply),
  'button-no-payload': message('button', { text: 'Stop', payload: 'Stop', kind: 'quick_reply' }, reply),
  capability: update(
    'business_capability_update',
    { max_daily_conversations_per_business: 'TIER_2K' },
    { kind: 'capability', dailyLimit: 'TIER_2K', maxPhoneNumbers: 20 },
  ),
  'capability-number': update(
    'business_capability_update',
    { max_daily_conversations_per_business: 2000 },
    { kind: 'capability', dailyLimit: '2000', maxPhoneNumbers: 25 },
  ),
  contacts: message('contacts', [expect.objectContaining({ birthday: '1990-04-12' })]),
  'contacts-requested': message('contacts', [expect.objectContaining({ vcard: expect.any(String) })], {
    flags: ['contact_request'],
  }),
  document: media('document', 'application/pdf', { filename: 'Rechnung März.pdf', caption: 'Invoice' }),
  echo: update(
    'smb_message_echoes',
    { to: phone },
    { kind: 'echo', message: { from: { phone }, type: 'text', content: { body: 'Written in the phone app' } } },
  ),
  edit: message(
    'unsupported',
    { raw: expect.objectContaining({ type: 'edit' }) },
    {
      providerType: 'edit',
      amends: {
        kind: 'edit',
        providerMessageId: expect.stringMatching(/^wamid\./),
        replacement: { type: 'text', content: { preview_url: false, body: 'Hello, is my order ready today?' } },
      },
    },
  ),
  'group-lifecycle': update(
    'group_lifecycle_update',
    { type: 'group_create' },
    {
      kind: 'group',
      groupId: 'Y2FwaV9ncm91cDox',
      subject: 'Team',
      state: 'active',
      added: [],
      removed: [],
      unnamed: [],
    },
  ),
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messaging-handovers/
  'handover-bare': other('messaging_handovers', { type: 'control_shared' }),
  'handover-passed': update(
    'messaging_handovers',
    { type: 'control_passed' },
    {
      kind: 'handover',
      sender: { phone, userId: null },
      holder: 'us',
      note: 'Wants a delivery on Sunday.',
      timestampMs: 1_760_000_003_000,
    },
  ),
  'handover-taken': update(
    'messaging_handovers',
    { type: 'control_taken' },
    { kind: 'handover', sender: { phone, userId }, holder: 'other', note: null, timestampMs: 1_760_000_004_000 },
  ),
  history: update(
    'history',
    { from: phone },
    { kind: 'history', direction: 'INCOMING', status: 'READ', message: { content: { body: 'An old one' } } },
  ),
  image: media(
    'image',
    'image/jpeg',
    { caption: 'The broken box 📦' },
    {
      mediaUrl: expect.stringMatching(/^https:\/\/lookaside\.fbsbx\.com\/.*&hash=AT$/),
    },
  ),
  'image-no-caption': media('image', 'image/png', {}, { mediaUrl: null }),
  'interactive-button-reply': message(
    'button',
    { text: 'Yes, please', payload: 'yes', id: 'yes', kind: 'button_reply' },
    reply,
  ),
  'interactive-call-permission': message('interactive', {
    type: 'call_permission_reply',
    call_permission_reply: expect.objectContaining({ response: 'accept' }),
  }),
  'interactive-empty': message(
    'unsupported',
    { raw: expect.objectContaining({ type: 'interactive' }) },
    {
      flags: ['content_missing'],
    },
  ),
  'interactive-flow-reply': message('interactive', {
    type: 'nfm_reply',
    nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"flow_token":"ft-1","city":"Évora"}' },
  }),
  'interactive-list-reply': message('button', {
    text: 'Tuesday 10:00',
    payload: 'slot-3',
    id: 'slot-3',
    description: 'with Dr. Ramos',
    kind: 'list_reply',
  }),
  location: message('location', {
    latitude: 38.7369,
    longitude: -9.1427,
    name: 'Livraria Central',
    address: 'Rua Augusta 1, Lisboa',
    url: 'https://example.com/livraria',
  }),
  'location-type-last': message('location', { latitude: 38, longitude: -9.1427 }),
  'media-download-error': message(
    'video',
    { provider_media_id: null, mime_type: null, sha256: null },
    {
      flags: ['content_missing'],
      errors: [expect.objectContaining({ code: 131052, details: 'The file is larger than 100 MB' })],
    },
  ),
  'number-name': update(
    'phone_number_name_update',
    { decision: 'APPROVED', rejection_reason: null },
    { kind: 'number_name', decision: 'APPROVED', requestedName: 'Livraria Central', reason: null },
  ),
  'number-quality': update(
    'phone_number_quality_update',
    { event: 'THROUGHPUT_UPGRADE' },
    { kind: 'number_quality', limit: 'TIER_UNLIMITED' },
  ),
  'odd-elements': [
    { kind: 'malformed', reason: 'entry_not_an_object' },
    { kind: 'malformed', reason: 'change_not_an_object', raw: 7 },
    { kind: 'malformed', reason: 'value_not_an_object' },
    { kind: 'malformed', reason: 'element_not_an_object', raw: null },
    { kind: 'malformed', reason: 'element_not_an_object', raw: 42 },
    { kind: 'malformed', reason: 'element_not_an_object', raw: [] },
    { kind: 'malformed', reason: 'id_missing', raw: { type: 'text' } },
    ...text('I am fine'),
    { kind: 'malformed', reason: 'element_not_an_object', raw: 'sent' },
    { kind: 'malformed', reason: 'id_missing' },
    ...status('sent', 1),
    { kind: 'malformed', reason: 'changes_not_a_list' },
  ],
  'odd-empty-value': other('messages', { messaging_product: 'whatsapp' }),
  'odd-lone-surrogate': [
    ...text('half \ufffd and half \ufffd but whole 😀', { flags: ['sanitized'] }),
    ...text('fine 😀'),
  ],
  'odd-long-id': [{ kind: 'malformed', reason: 'id_invalid' }, ...text('short')],
  'odd-no-metadata': [{ kind: 'message', routing: { phoneNumberId: null, entryId: fixtureIds.wabaId } }],
  'odd-no-sender': [{ kind: 'malformed', reason: 'sender_missing' }, ...text('I am Ana')],
  'odd-nul': text('before\ufffdafter', {
    flags: ['sanitized'],
    from: { phone, userId, parentUserId: null, username: null, profileName: 'A\ufffdna' },
  }),
  'odd-numeric-ids': [
    {
      kind: 'message',
      routing: { phoneNumberId: fixtureIds.phoneNumberId, displayPhoneNumber: '15550001111' },
      message: {
        providerId: '9223372036854775807',
        from: { phone, profileName: 'Ana Silva' },
        timestampMs: 1_760_000_000_000,
        content: { body: '12345678901234567890' },
      },
    },
  ],
  'odd-prototype-names': ['constructor', 'toString', '__proto__'].flatMap((providerType) =>
    message('unsupported', { raw: expect.objectContaining({ type: providerType }) }, { providerType }),
  ),
  'odd-text-missing': ['text', 'text', 'image', 'reaction'].map((providerType) => ({
    kind: 'message',
    message: {
      providerType,
      type: providerType === 'image' ? 'image' : 'unsupported',
      flags: ['content_missing'],
    },
  })),
  'odd-times': [
    ...text('a number'),
    ...text('no time', { timestampMs: null, flags: ['timestamp_invalid'] }),
    ...text('far away', { timestampMs: null, flags: ['timestamp_invalid'] }),
  ],
  order: message('order', {
    catalog_id: '190000000000017',
    text: 'Please gift-wrap',
    product_items: [expect.objectContaining({ item_price: 19.9 }), expect.objectContaining({ quantity: 1 })],
  }),
  'preference-resume': update(
    'user_preferences',
    { value: 'resume' },
    { kind: 'preference', sender: { phone, userId }, wants: true, timestampMs: expect.any(Number) },
  ),
  'preference-stop': update(
    'user_preferences',
    { value: 'stop' },
    { kind: 'preference', sender: { phone, userId }, wants: false, timestampMs: expect.any(Number) },
  ),
  reaction: message(
    'reaction',
    { provider_message_id: expect.any(String), emoji: '❤️' },
    {
      reaction: { providerMessageId: expect.stringMatching(/^wamid\./), emoji: '❤️' },
    },
  ),
  'reaction-empty': message('reaction', expect.anything(), { reaction: { emoji: '' } }),
  'reaction-removed': message('reaction', expect.anything(), { reaction: { emoji: '' } }),
  'request-welcome': message('system', { type: 'request_welcome', body: '' }),
  revoke: message('unsupported', expect.anything(), {
    amends: { kind: 'revoke', providerMessageId: expect.stringMatching(/^wamid\./), replacement: null },
  }),
  'security-pin': update('security', { event: 'PIN_CHANGED' }, { kind: 'security' }),
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/standby/
  'standby-echo': agentSays({ type: 'text', content: { preview_url: false, body: 'Yes, until 20:00.' } }),
  'standby-echo-buttons': agentSays({
    type: 'interactive',
    content: { type: 'button', body: { text: 'Shall I reserve it?' } },
  }),
  'standby-echo-template': agentSays({
    type: 'template',
    content: {
      name: 'summer_sale',
      language: 'en_US',
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ana' }] }],
      definition: [{ type: 'BODY' }, { type: 'FOOTER' }, { type: 'BUTTONS' }],
    },
  }),
  'standby-empty': other('standby', { standby: {} }),
  'standby-flat': [{ ...text('Do you deliver on Sunday?')[0], routing: { field: 'standby' } }],
  'standby-status': [{ kind: 'status', status: { status: 'delivered', rank: 2, recipient: { phone, userId } } }],
  'standby-text': [{ ...text('Do you deliver on Sunday?')[0], routing: { field: 'standby' } }],
  'status-delivered': status('delivered', 2, { timestampMs: 1_760_000_002_000, pricing: { category: 'service' } }),
  'status-failed': failed(131047, 'The customer wrote last over a day ago'),
  'status-failed-error-data-string': failed(131026, 'The receiver cannot get this message'),
  'status-failed-no-error-data': failed(131050, null),
  'status-failed-no-errors': status('failed', -1, { errors: [] }),
  'status-failed-unknown-code': failed(199999, 'Not in any table yet'),
  'status-group': status('read', 3, { opaque: null, groupId: expect.stringMatching(/^Y2FwaV9/) }),
  'status-no-opaque': status('delivered', 2, { opaque: null }),
  'status-played': status('played', 4),
  'status-read': status('read', 3, { pricing: null, conversation: null, recipient: ana }),
  'status-sent': status('sent', 1, { pricing: { billable: true, category: 'service' } }),
  'status-sent-conversation': status('sent', 1, {
    conversation: { origin: { type: 'referral_conversion' } },
    pricing: { type: 'free_entry_point' },
  }),
  'status-unknown-value': status({ unknown: 'warning' }, null),
  'status-user-id-only': [
    {
      kind: 'status',
      status: { recipient: { phone: null, userId: 'DE.99120000000000007', parentUserId: 'DE.ENT.4410' }, rank: 2 },
    },
  ],
  sticker: media('sticker', 'image/webp', { animated: false }),
  'sticker-animated': media('sticker', 'image/webp', { animated: true }),
  'system-identity-changed': message(
    'system',
    {
      type: 'customer_identity_changed',
      body: 'Security code changed',
      identity: expect.objectContaining({ acknowledged: false }),
    },
    { from: { phone, userId: null } },
  ),
  'system-number-changed': message(
    'system',
    { type: 'user_changed_number', body: '351910000001 is now 351910000002', phone: '351910000002' },
    { from: { phone, userId: null } },
  ),
  'system-number-changed-old': message(
    'system',
    { type: 'customer_changed_number', body: 'Customer changed number', phone: '351910000002' },
    { from: { phone } },
  ),
  'system-user-id-changed': message(
    'system',
    {
      type: 'user_changed_user_id',
      body: 'User id changed',
      user_id: 'PT.77120000000000001',
      parent_user_id: 'PT.ENT.9001',
    },
    { from: { phone, userId, profileName: null } },
  ),
  'template-approved': update(
    'message_template_status_update',
    { ...template, event: 'APPROVED' },
    { kind: 'template', name: 'order_ready', language: 'en_US', change: { kind: 'status', event: 'APPROVED' } },
  ),
  'template-category': update(
    'template_category_update',
    { ...template, new_category: 'MARKETING' },
    { change: { kind: 'category', previous: 'UTILITY', current: 'MARKETING', correct: null } },
  ),
  'template-components': update('message_template_components_update', template, {
    change: { kind: 'components', header: 'Ready', footer: 'Shop', buttons: [{ type: 'URL', text: 'Track' }] },
  }),
  'template-paused': update(
    'message_template_status_update',
    { ...template, event: 'PAUSED', reason: null },
    { change: { event: 'PAUSED', title: 'FIRST_PAUSE', description: 'Low quality', reason: null } },
  ),
  'template-quality': update(
    'message_template_quality_update',
    { ...template, new_quality_score: 'YELLOW' },
    { change: { kind: 'quality', previous: 'GREEN', current: 'YELLOW' } },
  ),
  'template-rejected': update(
    'message_template_status_update',
    { message_template_id: 1689556908129832, event: 'REJECTED' },
    { change: { reason: 'INVALID_FORMAT', recommendation: 'Add words after the last variable' } },
  ),
  text: text('Hello, is my order ready?', { context: null, providerType: 'text', groupId: null }),
  'text-accents': text('Olá! São três maçãs e um café, não é? Ærø, Łódź, Ελλάδα, 東京', {
    from: { phone, userId, profileName: 'Ângela Conceição' },
  }),
  'text-brazil': text('Oi', { from: { phone: '551187654321', userId: null, profileName: 'Bia' } }),
  'text-emoji': text('Great 👍🏽 see you 👩‍👩‍👧 tomorrow 🇵🇹'),
  'text-forwarded': text('Look at this', { context: { providerMessageId: null, forwarded: true } }),
  'text-frequently-forwarded': text('Everyone sends this', { context: { frequentlyForwarded: true } }),
  'text-group': text('Hello everyone', { groupId: expect.stringMatching(/^Y2FwaV9/) }),
  'text-markup': text('*bold* _it_ ~no~ `code`\n> quoted\n1. https://example.com/a/b?c="d" \\ end\t<b>&amp;</b>'),
  'text-no-profile': text('No name here', { from: { phone, userId: null, username: null, profileName: null } }),
  'text-product-question': text('Do you have it in red?', {
    context: { referredProduct: { product_retailer_id: 'sku-17' } },
  }),
  'text-referral': text('I saw your ad', {
    referral: expect.objectContaining({ source_type: 'ad', ctwa_clid: 'AfParleyClick0001' }),
  }),
  'text-reply': text('Yes, that one', reply),
  'text-rtl': text('مرحبا، هل طلبي جاهز؟ שלום', { from: { phone, userId, profileName: 'ليلى' } }),
  'unknown-field': other('holographic_update', { nested: { id: '12345678901234567890123', list: ['a', null, true] } }),
  'unknown-type': message(
    'unsupported',
    { raw: expect.objectContaining({ hologram: { id: 'h-1', layers: [1, 2, { depth: 0.5 }], label: 'né 🎈' } }) },
    { providerType: 'hologram' },
  ),
  unsupported: message(
    'unsupported',
    { raw: expect.objectContaining({ unsupported: { type: 'poll' } }) },
    {
      errors: [expect.objectContaining({ code: 131051 })],
    },
  ),
  'unsupported-bare': message('unsupported', expect.anything(), {
    errors: [expect.objectContaining({ code: 131051 })],
  }),
  'user-id-image': message('image', expect.anything(), {
    from: { phone: null, userId: 'DE.99120000000000007', username: 'mia.k', profileName: 'Mia' },
  }),
  'user-id-only': text('You do not know my number', {
    from: {
      phone: null,
      userId: 'DE.99120000000000007',
      parentUserId: 'DE.ENT.4410',
      username: 'mia.k',
      profileName: 'Mia',
    },
  }),
  video: media('video', 'video/mp4', { caption: 'See' }),
};

function eventsOf(raw: Buffer): WebhookEvent[] {
  const parsed = parseWebhook(raw);
  expect(parsed).toMatchObject({ ok: true });
  return parsed.ok ? parsed.events : [];
}

describe('every delivery of the fixtures', () => {
  it.each(fixtureNames)('%s', (name) => {
    const events = eventsOf(fixture(name).raw);
    expect(events).toMatchObject(expectedEvents[name]);
    expect(events).toHaveLength(expectedEvents[name].length);
  });

  it('is parsed equally when unescaped and with blanks', () => {
    for (const name of fixtureNames.filter((each) => !each.startsWith('odd-'))) {
      const { raw } = fixture(name);
      const pretty = raw.toString('latin1').replace(/\\u[0-9a-f]{4}/g, (unit) => JSON.parse(`"${unit}"`));
      expect(eventsOf(Buffer.from(`\n ${pretty}\n`)), name).toEqual(eventsOf(raw));
    }
  });

  it('has the routing of its own change', () => {
    expect(eventsOf(fixture('text').raw)[0]?.routing).toEqual({
      field: 'messages',
      phoneNumberId: fixtureIds.phoneNumberId,
      displayPhoneNumber: '15550001111',
      entryId: fixtureIds.wabaId,
      entryTimeS: null,
    });
  });
});
