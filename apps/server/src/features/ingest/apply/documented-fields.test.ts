/** Every documented webhook field except `messages`: the effect of each of its values on our rows. */
import { KEPT_FIELDS } from '@parley/whatsapp-client';
import { type FieldRow, fieldRows, fixtureIds, textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerSends, customerWrites, getMessage, queryAsOwner, untilApplied } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { channelOf, factOf, metadata, postAccountUpdate } from '../../../testing/webhooks.ts';
import { freshWamid, nowS, testWorld, type World } from '../../../testing/world.ts';

/** As every time of the API. */
const rfc3339 = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

type TemplateRow = Record<string, unknown> & { status: string; version: number };
let templates = 0;
let clockS = nowS() - 100_000;
/** An update must be newer than the previous one of its kind; all cases share the channel. */
const laterS = () => ++clockS;

async function template(name: string): Promise<TemplateRow | undefined> {
  const [row] = await queryAsOwner<TemplateRow>(
    world.server.owner,
    `select * from templates where client_id = $1 and waba_id = $2 and name = $3 and language = 'en_US'`,
    [world.clientId, fixtureIds.wabaId, name],
  );
  return row;
}

const templateField = 'message_template_status_update';
const named = (name: string) => ({
  // Above 2^53: WhatsApp sends ids as bare integers.
  message_template_id: '9223372036854775807',
  message_template_name: name,
  message_template_language: 'en-US',
});

/** An event about a template that was ACTIVE before. */
const becomes =
  (event: string, status: string, more: object = {}, wanted: object = {}) =>
  async () => {
    const name = `template_${++templates}`;
    await postAccountUpdate(world, templateField, { ...named(name), event: 'APPROVED', reason: 'NONE' }, laterS());
    expect(await template(name)).toMatchObject({ status: 'ACTIVE', provider_status: 'APPROVED', status_reason: null });
    const atS = laterS();
    await postAccountUpdate(world, templateField, { ...named(name), event, ...more }, atS);
    const row = await template(name);
    expect(row).toMatchObject({
      status,
      provider_status: event,
      provider_template_id: '9223372036854775807',
      ...wanted,
    });
    // A repeated event and a delayed older one change nothing.
    await postAccountUpdate(world, templateField, { ...named(name), event, ...more }, atS);
    await postAccountUpdate(world, templateField, { ...named(name), event: 'PENDING' }, atS - 5_000);
    expect((await template(name))?.version).toBe(row?.version);
  };

const reported = (field: string, value: object, name: string, wanted: object) => async () => {
  await postAccountUpdate(world, field, value, laterS());
  expect(await factOf(world, name)).toMatchObject(wanted);
};

const account = (value: object, name: string, wanted: object, state: 'ACTIVE' | 'PAUSED') => async () => {
  await postAccountUpdate(world, 'account_update', value, laterS());
  expect(await factOf(world, name)).toMatchObject(wanted);
  const channel = await channelOf(world);
  expect(channel.state).toBe(state);
  if (state === 'PAUSED') expect(channel.state_reason).toMatch(/^WhatsApp: the (account|number)|^WhatsApp: this/);
  if (state === 'PAUSED') await resume();
};

async function resume(): Promise<void> {
  await world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state: 'ACTIVE' } });
}

const paused = (event: string) => account({ event }, 'connection', { value: event }, 'PAUSED');
const resumed = (event: string) => async () => {
  await postAccountUpdate(world, 'account_update', { event: 'ACCOUNT_OFFBOARDED' }, laterS());
  expect((await channelOf(world)).state).toBe('PAUSED');
  await postAccountUpdate(world, 'account_update', { event }, laterS());
  expect(await channelOf(world)).toMatchObject({ state: 'ACTIVE', state_reason: null });
};

const numberEvent = (event: string, wanted: object, name = 'number_event', more: object = {}) =>
  reported(
    'phone_number_quality_update',
    { display_phone_number: fixtureIds.displayPhoneNumber, event, ...more },
    name,
    wanted,
  );
const nameDecision = (decision: string, rejection_reason: string | null = null) =>
  reported(
    'phone_number_name_update',
    { display_phone_number: '15550001111', decision, requested_verified_name: 'Shop', rejection_reason },
    'display_name',
    { value: decision, detail: { requested_name: 'Shop', reason: rejection_reason } },
  );

async function contact(phone: string): Promise<{ id: string; opted_out_at: Date | null; name: string } | undefined> {
  const [row] = await queryAsOwner<{ id: string; opted_out_at: Date | null; name: string }>(
    world.server.owner,
    'select id, opted_out_at, name from contacts where client_id = $1 and phone_number = $2',
    [world.clientId, phone],
  );
  return row;
}

const preference = (choice: 'stop' | 'resume') => async () => {
  const phone = freshPhone();
  const say = (value: string, timestamp: number) =>
    postAccountUpdate(world, 'user_preferences', {
      metadata,
      contacts: [{ profile: { name: 'Ana' }, wa_id: phone }],
      user_preferences: [{ wa_id: phone, category: 'marketing_messages', value, detail: 'asked', timestamp }],
    });
  await say('stop', nowS() - 60);
  expect((await contact(phone))?.opted_out_at).not.toBeNull();
  if (choice === 'stop') return;
  await say('resume', nowS() - 30);
  expect((await contact(phone))?.opted_out_at).toBeNull();
  // The earlier preference, repeated with a delay.
  await say('stop', nowS() - 60);
  expect((await contact(phone))?.opted_out_at).toBeNull();
};

const echo = (to: string, id: string, body: string) => ({
  metadata,
  message_echoes: [{ from: '15550001111', to, id, timestamp: String(nowS()), type: 'text', text: { body } }],
});
const echoAmended = (kind: 'edit' | 'revoke') => async () => {
  const [phone, id] = [freshPhone(), freshWamid()];
  await postAccountUpdate(world, 'smb_message_echoes', echo(phone, id, 'Tomorow'));
  const amendment = {
    from: '15550001111',
    to: phone,
    id: freshWamid(),
    timestamp: String(nowS() + 1),
    type: kind,
    [kind]: { original_message_id: id, message: { type: 'text', text: { body: 'Tomorrow' } } },
  };
  await postAccountUpdate(world, 'smb_message_echoes', { metadata, message_echoes: [amendment] });
  const message = await byProviderId(id);
  expect(message.direction).toBe('OUTGOING');
  if (kind === 'edit') expect(message).toMatchObject({ text: { body: 'Tomorrow' }, edited_at: rfc3339 });
  else expect(message).toMatchObject({ text: { body: 'Tomorow' }, revoked_at: rfc3339, revoked_by: 'us' });
};

async function byProviderId(providerId: string) {
  const [row] = await queryAsOwner<{ id: string }>(
    world.server.owner,
    'select id from messages where client_id = $1 and provider_message_id = $2',
    [world.clientId, providerId],
  );
  if (row === undefined) throw new Error(`${providerId} is not there`);
  return getMessage(world, row.id);
}

const noticed = (event: object, wanted: object) => async () => {
  const id = freshWamid();
  const thread = await customerSends(world, freshPhone(), { id, type: 'text', text: { body: 'I take it' } });
  const tell = (messageId: string) =>
    postAccountUpdate(world, 'automatic_events', {
      metadata,
      automatic_events: [{ id: messageId, timestamp: nowS() - 5, ctwa_clid: 'Aff', ...event }],
    });
  await tell(id);
  const message = await getMessage(world, thread.last_message_id ?? '');
  expect(message.noticed).toMatchObject({ ...wanted, at: rfc3339 });
  const unknown = freshWamid();
  await tell(unknown);
  const rows = await queryAsOwner(
    world.server.owner,
    `select seq from webhook_refusals where client_id = $1 and reason = 'event_of_unknown'
     and detail->>'providerMessageId' = $2`,
    [world.clientId, unknown],
  );
  expect(rows).toHaveLength(1);
};

async function kept(field: string, value: object, reason = 'kept_for_later'): Promise<void> {
  await postAccountUpdate(world, field, value);
  const [row] = await queryAsOwner<{ detail: unknown }>(
    world.server.owner,
    `select detail from webhook_refusals where client_id = $1 and reason = $3 and detail->>'field' = $2
     order by received_at desc limit 1`,
    [world.clientId, field, reason],
  );
  expect(row?.detail).toEqual({ field, value });
}

const alert = (alert_status: string) => ({
  entity_type: 'BUSINESS',
  entity_id: 123,
  alert_info: { alert_severity: 'CRITICAL', alert_status, alert_type: 'OBA_REJECTED', alert_description: 'No badge' },
});

const cases: Record<FieldRow, () => Promise<void>> = {
  'template approved': becomes('APPROVED', 'ACTIVE'),
  'template rejected': becomes(
    'REJECTED',
    'REJECTED',
    { reason: 'INVALID_FORMAT', rejection_info: { reason: 'Ends with a variable', recommendation: 'Add words' } },
    {
      status_reason: 'INVALID_FORMAT',
      status_detail: expect.objectContaining({ description: 'Ends with a variable', recommendation: 'Add words' }),
    },
  ),
  'template pending': becomes('PENDING', 'PENDING'),
  'template paused': becomes(
    'PAUSED',
    'PAUSED',
    { reason: null, other_info: { title: 'FIRST_PAUSE', description: 'Low quality' } },
    { status_reason: 'FIRST_PAUSE' },
  ),
  'template disabled': becomes(
    'DISABLED',
    'DISABLED',
    { disable_info: { disable_date: 'March 3, 2026' } },
    { status_detail: expect.objectContaining({ disable_date: 'March 3, 2026' }) },
  ),
  'template flagged': becomes('FLAGGED', 'ACTIVE'),
  'template reinstated': becomes('REINSTATED', 'ACTIVE'),
  'template in appeal': becomes('IN_APPEAL', 'IN_APPEAL'),
  'template limit exceeded': becomes('LIMIT_EXCEEDED', 'LIMIT_EXCEEDED'),
  'template locked': becomes('LOCKED', 'DISABLED'),
  'template pending deletion': becomes('PENDING_DELETION', 'PENDING_DELETION'),
  'template deleted': becomes('DELETED', 'DELETED'),
  'template archived': becomes('ARCHIVED', 'DISABLED'),
  'template unarchived': becomes('UNARCHIVED', 'ACTIVE'),
  async 'template quality'() {
    const name = `template_${++templates}`;
    const value = { ...named(name), previous_quality_score: 'GREEN', new_quality_score: 'RED' };
    await postAccountUpdate(world, 'message_template_quality_update', value, laterS());
    expect(await template(name)).toMatchObject({ quality: 'RED', status: 'PENDING' });
  },
  async 'template quality under another field'() {
    const name = `template_${++templates}`;
    const value = { ...named(name), previous_quality_score: 'GREEN', new_quality_score: 'YELLOW' };
    await postAccountUpdate(world, 'message_template_something_update', value, laterS());
    expect(await template(name)).toMatchObject({ quality: 'YELLOW' });
  },
  async 'template category announced'() {
    const name = `template_${++templates}`;
    const at = nowS() + 86_400;
    const value = {
      ...named(name),
      correct_category: 'MARKETING',
      new_category: 'UTILITY',
      category_update_timestamp: at,
    };
    await postAccountUpdate(world, 'template_category_update', value, laterS());
    expect(await template(name)).toMatchObject({
      category: 'UTILITY',
      next_category: 'MARKETING',
      next_category_at: new Date(at * 1_000),
    });
  },
  async 'template category changed'() {
    const name = `template_${++templates}`;
    const value = { ...named(name), previous_category: 'UTILITY', new_category: 'MARKETING' };
    await postAccountUpdate(world, 'template_category_update', value, laterS());
    expect(await template(name)).toMatchObject({
      category: 'MARKETING',
      previous_category: 'UTILITY',
      next_category: null,
    });
  },
  async 'template components'() {
    const name = `template_${++templates}`;
    await postAccountUpdate(world, templateField, { ...named(name), event: 'APPROVED' }, laterS());
    await queryAsOwner(world.server.owner, 'update templates set fetched_at = now() where name = $1', [name]);
    const value = { ...named(name), message_template_element: 'Hi', message_template_buttons: [] };
    await postAccountUpdate(world, 'message_template_components_update', value, laterS());
    // The new text has to be fetched again.
    expect(await template(name)).toMatchObject({ status: 'ACTIVE', fetched_at: null });
  },
  'number onboarded': numberEvent('ONBOARDING', { value: 'ONBOARDING' }),
  async 'number throughput upgrade'() {
    await numberEvent('THROUGHPUT_UPGRADE', { value: 'TIER_UNLIMITED' }, 'messaging_limit', {
      max_daily_conversations_per_business: 'TIER_UNLIMITED',
    })();
    expect((await channelOf(world)).pace).toBe(1_000);
  },
  'number limit up': numberEvent('UPGRADE', { value: 'TIER_10K' }, 'messaging_limit', {
    current_limit: 'TIER_10K',
    old_limit: 'TIER_2K',
  }),
  'number limit down': numberEvent('DOWNGRADE', { value: 'TIER_2K' }, 'messaging_limit', { current_limit: 'TIER_2K' }),
  'number flagged': numberEvent('FLAGGED', { active: true }, 'flagged'),
  'number unflagged': numberEvent('UNFLAGGED', { active: false }, 'flagged'),
  'name approved': nameDecision('APPROVED'),
  'name deferred': nameDecision('DEFERRED'),
  'name pending': nameDecision('PENDING'),
  'name rejected': nameDecision('REJECTED', 'NAME_EMPLOYEE_ISSUE'),
  'account deleted': paused('ACCOUNT_DELETED'),
  'account restricted': account(
    {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [
        { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1_790_000_000, remediation: 'Appeal' },
        { restriction_type: 'RESTRICTED_ADD_PHONE_NUMBER_ACTION' },
      ],
    },
    'restriction:RESTRICTED_BIZ_INITIATED_MESSAGING',
    { active: true, ends_at: new Date(1_790_000_000_000), detail: { remediation: 'Appeal' } },
    'ACTIVE',
  ),
  'account may not answer': account(
    {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [{ restriction_type: 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING' }],
    },
    'restriction:RESTRICTED_CUSTOMER_INITIATED_MESSAGING',
    { active: true },
    'PAUSED',
  ),
  'account violation': account(
    { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } },
    'violation',
    { value: 'SCAM' },
    'ACTIVE',
  ),
  'account to be disabled': account(
    { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE', waba_ban_date: 'March 3, 2026' } },
    'ban',
    { value: 'SCHEDULE_FOR_DISABLE', detail: { date: 'March 3, 2026' } },
    'ACTIVE',
  ),
  'account disabled': account(
    { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
    'ban',
    { value: 'DISABLE', active: true },
    'PAUSED',
  ),
  async 'account reinstated'() {
    await postAccountUpdate(
      world,
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
      laterS(),
    );
    expect((await channelOf(world)).state).toBe('PAUSED');
    await account(
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } },
      'ban',
      { value: 'REINSTATE', active: false },
      'ACTIVE',
    )();
    // An update from WhatsApp does not end a pause that a member set.
    await world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state: 'PAUSED' } });
    await postAccountUpdate(
      world,
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } },
      laterS(),
    );
    expect((await channelOf(world)).state).toBe('PAUSED');
    await resume();
  },
  'partner added': resumed('PARTNER_ADDED'),
  'partner removed': paused('PARTNER_REMOVED'),
  'app installed': resumed('PARTNER_APP_INSTALLED'),
  'app uninstalled': paused('PARTNER_APP_UNINSTALLED'),
  'account offboarded': paused('ACCOUNT_OFFBOARDED'),
  'account reconnected': resumed('ACCOUNT_RECONNECTED'),
  'volume tier': account(
    {
      event: 'VOLUME_BASED_PRICING_TIER_UPDATE',
      volume_tier_info: {
        tier: '25000001:50000000',
        pricing_category: 'UTILITY',
        region: 'India',
        effective_month: '2026-12',
      },
    },
    'price_tier:UTILITY:India',
    { value: '25000001:50000000', detail: { month: '2026-12' } },
    'ACTIVE',
  ),
  'account review': reported('account_review_update', { decision: 'REJECTED' }, 'account_review', {
    value: 'REJECTED',
  }),
  'account alert': reported('account_alerts', alert('ACTIVE'), 'alert:OBA_REJECTED', {
    value: 'CRITICAL',
    active: true,
    detail: expect.objectContaining({ description: 'No badge', entity_id: '123' }),
  }),
  'account alert over': reported('account_alerts', alert('NONE'), 'alert:OBA_REJECTED', { active: false }),
  'capability as a tier': reported(
    'business_capability_update',
    { max_daily_conversations_per_business: 'TIER_100K', max_phone_numbers_per_business: 20 },
    'messaging_limit',
    { value: 'TIER_100K' },
  ),
  async 'capability as a number'() {
    const value = { max_daily_conversations_per_business: 2000, max_phone_numbers_per_waba: 25 };
    await reported('business_capability_update', value, 'messaging_limit', { value: 'TIER_2K' })();
    expect(await factOf(world, 'max_phone_numbers')).toMatchObject({ value: '25' });
    await reported('business_capability_update', { max_daily_conversation_per_phone: -1 }, 'messaging_limit', {
      value: 'TIER_UNLIMITED',
    })();
  },
  'preference stop': preference('stop'),
  'preference resume': preference('resume'),
  security: reported(
    'security',
    { display_phone_number: '15550001111', event: 'PIN_CHANGED', requester: '301390000000005' },
    'security',
    { value: 'PIN_CHANGED', detail: { requester: '301390000000005' } },
  ),
  async echo() {
    const thread = await customerWrites(world);
    const id = freshWamid();
    await postAccountUpdate(world, 'smb_message_echoes', echo(thread.contact.phone_number ?? '', id, 'From the phone'));
    const message = await byProviderId(id);
    expect(message).toMatchObject({
      thread_id: thread.id,
      direction: 'OUTGOING',
      medium: 'ANDROID_APP',
      created_by: 'webhook',
      status: 1,
      send_state: 'accepted',
      to: thread.contact.phone_number,
      text: { body: 'From the phone' },
    });
    const now = (await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body;
    expect(now).toMatchObject({
      unread_count: thread.unread_count,
      window_expires_at: thread.window_expires_at,
      last_message_id: message.id,
    });
    await world.deliver({ statuses: [{ id, status: 'read', timestamp: String(nowS()), recipient_id: message.to }] });
    await untilApplied(world.server.owner);
    expect((await byProviderId(id)).status).toBe(3);
    const hearts = { message_id: id, emoji: '❤️' };
    const reaction = {
      from: '15550001111',
      to: message.to,
      id: freshWamid(),
      timestamp: String(nowS()),
      type: 'reaction',
      reaction: hearts,
    };
    await postAccountUpdate(world, 'smb_message_echoes', { metadata, message_echoes: [reaction] });
    expect((await byProviderId(id)).reaction).toMatchObject({ ours: { emoji: '❤️', by: 'webhook' } });
  },
  'echo edited': echoAmended('edit'),
  'echo revoked': echoAmended('revoke'),
  async 'address book'() {
    const phone = freshPhone();
    const entry = (action: string) => ({
      type: 'contact',
      contact: { full_name: 'Rui Costa', first_name: 'Rui', phone_number: phone },
      action,
      metadata: { timestamp: String(nowS()) },
    });
    await postAccountUpdate(world, 'smb_app_state_sync', { metadata, state_sync: [entry('add')] });
    expect(await contact(phone)).toMatchObject({ name: 'Rui Costa' });
    // Removing the contact from the phone does not delete it.
    await postAccountUpdate(world, 'smb_app_state_sync', { metadata, state_sync: [entry('remove')] });
    expect(await contact(phone)).toMatchObject({ name: 'Rui Costa' });
  },
  async history() {
    const phone = freshPhone();
    const [theirs, ours] = [freshWamid(), freshWamid()];
    const past = (from: string, id: string, status: string) => ({
      from,
      id,
      timestamp: String(nowS() - 500_000),
      type: 'text',
      text: { body: `from ${from}` },
      history_context: { status },
    });
    const messages = [past(phone, theirs, 'READ'), past('15550001111', ours, 'DELIVERED')];
    const history = [{ metadata: { phase: 0, chunk_order: 1, progress: 55 }, threads: [{ id: phone, messages }] }];
    await postAccountUpdate(world, 'history', { metadata, history });
    expect(await byProviderId(theirs)).toMatchObject({ direction: 'INCOMING', to: phone, status: 2 });
    const sent = await byProviderId(ours);
    expect(sent).toMatchObject({ direction: 'OUTGOING', to: phone, status: 2 });
    const thread = (await world.api('GET /api/threads/{id}', { params: { id: sent.thread_id } })).body;
    expect(thread).toMatchObject({ unread_count: 0, window_expires_at: null });
  },
  async 'group fields'() {
    for (const part of ['lifecycle', 'participants', 'settings', 'status']) {
      const groups = [{ group_id: `g-${part}`, type: 'group_create', subject: part, timestamp: nowS() }];
      await postAccountUpdate(world, `group_${part}_update`, { messaging_product: 'whatsapp', metadata, groups });
      const [thread] = await queryAsOwner(
        world.server.owner,
        `select c.name from threads t join contacts c on c.client_id = t.client_id and c.id = t.contact_id
         where t.client_id = $1 and t.group_id = $2`,
        [world.clientId, `g-${part}`],
      );
      expect(thread).toEqual({ name: part });
    }
  },
  'lead noticed': noticed({ event_name: 'LeadSubmitted' }, { event: 'LeadSubmitted' }),
  'purchase noticed': noticed(
    { event_name: 'Purchase', custom_data: { currency: 'EUR', value: 12.5 } },
    { event: 'Purchase', amount: 12.5, currency: 'EUR' },
  ),
  'payment configuration': reported(
    'payment_configuration_update',
    { configuration_name: 'shop', provider_name: 'razorpay', status: 'Active' },
    'payment:shop',
    { value: 'Active', detail: { provider: 'razorpay' } },
  ),
  'username approved': reported(
    'business_username_updates',
    { display_phone_number: fixtureIds.displayPhoneNumber, username: 'kestrel', status: 'approved' },
    'username',
    { value: 'APPROVED', active: true, detail: { username: 'kestrel' } },
  ),
  'username deleted': reported(
    'business_username_updates',
    { display_phone_number: fixtureIds.displayPhoneNumber, status: 'deleted' },
    'username',
    { value: 'DELETED', active: false },
  ),
  async 'click in a marketing message'() {
    const phone = freshPhone();
    const id = freshWamid();
    const text = { from: phone, id, timestamp: String(nowS()), type: 'text', text: { body: 'Beside a click' } };
    const click = { action_type: 'marketing_messages_link_click', timestamp: String(nowS()) };
    await postAccountUpdate(world, 'messages', { metadata, messages: [text], user_actions: [click] });
    expect(await contact(phone), 'the message beside it').toBeDefined();
    const rows = await queryAsOwner<{ detail: object }>(
      world.server.owner,
      `select detail from webhook_refusals where client_id = $1 and reason = 'marketing_click'`,
      [world.clientId],
    );
    expect(rows).toEqual([{ detail: { field: 'user_actions', value: click } }]);
  },
  'user id rotation': () => kept('user_id_update', { user_id: 'PT.1', previous_user_id: 'PT.2' }, 'told_by_message'),
  async 'fields kept as they are'() {
    for (const [field, reason] of KEPT_FIELDS) await kept(field, { anything: ['at all'] }, reason);
    // Known fields with content that is not.
    for (const field of ['payment_configuration_update', 'automatic_events']) await kept(field, { anything: [] });
  },
};

test('every documented row has a case', () => expect(Object.keys(cases).sort()).toEqual([...fieldRows].sort()));

test.each(fieldRows)('%s', async (row) => {
  await cases[row]();
});

test('a template that was deleted here stays deleted while WhatsApp still deletes it', async () => {
  const name = `template_${++templates}`;
  const update = (event: string) =>
    postAccountUpdate(world, 'message_template_status_update', { ...named(name), event, reason: null }, laterS());
  await update('APPROVED');
  await queryAsOwner(world.server.owner, `update templates set status = 'DELETED' where name = $1`, [name]);
  await update('PENDING_DELETION');
  expect(await template(name)).toMatchObject({ status: 'DELETED', provider_status: 'PENDING_DELETION' });
});

test('an update for a number of another channel changes nothing', async () => {
  await postAccountUpdate(
    world,
    'phone_number_name_update',
    {
      display_phone_number: '15559998888',
      decision: 'REJECTED',
      requested_verified_name: 'Other',
      rejection_reason: null,
    },
    laterS(),
  );
  expect((await factOf(world, 'display_name'))?.detail).not.toMatchObject({ requested_name: 'Other' });
});

test('replaying everything leaves the same rows', async () => {
  const tables = ['templates', 'channel_facts', 'suppressions', 'contacts', 'contact_identities', 'threads'];
  const snapshot = () =>
    Promise.all(
      tables.map((table) =>
        queryAsOwner(
          world.server.owner,
          `select to_jsonb(t) - 'version' - 'received_at' as row from ${table} t where client_id = $1 order by 1`,
          [world.clientId],
        ),
      ),
    );
  const before = await snapshot();
  await queryAsOwner(world.server.owner, 'update ingest_partitions set applied_seq = 0');
  world.server.platform.notifier.notify('webhook_events', '1');
  await world.deliver(textFromCustomer({ id: freshWamid(), from: freshPhone(), body: 'after', timestampS: nowS() }));
  await untilApplied(world.server.owner, 60_000);
  const after = await snapshot();
  for (const [index, table] of tables.entries()) {
    const more = table.startsWith('contact') || table === 'threads' ? 1 : 0;
    expect(after[index]?.length, table).toBe((before[index]?.length ?? 0) + more);
    if (more === 0) expect(after[index], table).toEqual(before[index]);
  }
});

// Webhooks carry Unix seconds: https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples
test('of two different reports of one second the later one counts, and a repeated one changes nothing', async () => {
  const at = laterS();
  const ban = (waba_ban_state: string) =>
    postAccountUpdate(world, 'account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state } }, at);
  await ban('DISABLE');
  await ban('REINSTATE');
  expect(await factOf(world, 'ban')).toMatchObject({ value: 'REINSTATE', active: false });
  expect((await channelOf(world)).state).toBe('ACTIVE');
  const versions = () =>
    queryAsOwner(world.server.owner, 'select version from channels where id = $1', [world.channelId]);
  const before = await versions();
  await ban('REINSTATE');
  expect(await versions()).toEqual(before);
});
