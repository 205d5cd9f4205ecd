/** Every documented message and status of a customer: what the API returns afterwards. */
import type { Message } from '@parley/contract/types';
import {
  fixtureIds,
  type InboundRow,
  inboundRows,
  type MessagesValue,
  type StatusRow,
  statusOfOurs,
  statusRows,
} from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWrites, getMessage, insertOutgoing, queryAsOwner, untilApplied } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { factOf } from '../../../testing/webhooks.ts';
import { freshWamid, nowS, testWorld, type World } from '../../../testing/world.ts';

/** As every time of the API. */
const rfc3339 = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

type Fields = Record<string, unknown>;
type Sent = { phone: string; id: string };

/** Delivers a customer's message of any shape. */
async function say(message: Fields, more: Partial<Sent> & MessagesValue = {}): Promise<Sent> {
  const { phone = freshPhone(), id = freshWamid(), ...value } = more;
  const whole = { from: phone, id, timestamp: String(nowS()), ...message };
  const contacts = message['type'] === 'system' ? {} : { contacts: [{ profile: { name: 'Ana' }, wa_id: phone }] };
  expect(await world.deliver({ ...contacts, messages: [whole], ...value })).toBe(200);
  await untilApplied(world.server.owner);
  return { phone, id };
}

async function idOf(providerId: string): Promise<string | null> {
  const [row] = await queryAsOwner<{ id: string }>(
    world.server.owner,
    'select id from messages where client_id = $1 and provider_message_id = $2',
    [world.clientId, providerId],
  );
  return row?.id ?? null;
}

async function read(providerId: string): Promise<Message> {
  const id = await idOf(providerId);
  if (id === null) throw new Error(`${providerId} is not there`);
  return getMessage(world, id);
}

const threadOf = async (message: Message) =>
  (await world.api('GET /api/threads/{id}', { params: { id: message.thread_id } })).body;
const contactOf = async (message: Message) =>
  (await world.api('GET /api/contacts/{id}', { params: { id: message.contact_id } })).body;

async function refusalOf(reason: string): Promise<unknown> {
  const [row] = await queryAsOwner<{ detail: unknown }>(
    world.server.owner,
    'select detail from webhook_refusals where client_id = $1 and reason = $2 order by id desc limit 1',
    [world.clientId, reason],
  );
  return row?.detail;
}

/** Delivers a message and compares the stored one. */
const reads = (message: Fields, wanted: object) => async () => {
  const { id } = await say(message);
  expect(await read(id)).toMatchObject({ direction: 'INCOMING', status: 2, send_state: null, ...wanted });
};
const typed = (type: string, content: unknown, wanted: object) => reads({ type, [type]: content }, wanted);
const file = (type: string, more: Fields, wanted: object = {}) =>
  typed(
    type,
    { id: '271', mime_type: `${type}/x; codecs=y`, sha256: 'c2hh', url: 'https://lookaside.fbsbx.com/x', ...more },
    { type, [type]: { media_info: { media_id: expect.any(String), mime_type: `${type}/x; codecs=y` }, ...wanted } },
  );
const text = { type: 'text', text: { body: 'Hello' } };

/** A contact known by phone and user id that then writes under another identity. */
async function known(): Promise<Sent & { message: Message; userId: string }> {
  const phone = freshPhone();
  const userId = `PT.${phone}`;
  const contacts = [{ profile: { name: 'Ana' }, wa_id: phone, user_id: userId }];
  const { id } = await say({ ...text, from_user_id: userId }, { phone, contacts });
  return { phone, id, userId, message: await read(id) };
}

const moves = (type: string) => async () => {
  const { phone, message, userId } = await known();
  const next = freshPhone();
  const { id } = await say({ type: 'system', system: { body: 'moved', type, wa_id: next } }, { phone });
  const note = await read(id);
  expect(note).toMatchObject({ thread_id: message.thread_id, type: 'system', system: { phone: next } });
  expect(await contactOf(message)).toMatchObject({ phone_number: next });
  // A system message does not count as unread.
  expect((await threadOf(message)).unread_count).toBe(1);
  const later = await say(text, { phone: next });
  expect((await read(later.id)).thread_id).toBe(message.thread_id);
  const answer = await world.api('POST /api/messages', {
    body: {
      channel_id: world.channelId,
      thread_id: message.thread_id,
      source: 'INBOX',
      type: 'text',
      text: { body: 'Hi' },
    },
  });
  expect(answer.body.to).toBe(next);
  // Repeating the first change after a second one does not undo the second.
  const third = freshPhone();
  await say({ type: 'system', system: { body: 'moved', type, wa_id: third } }, { phone: next });
  await say({ type: 'system', system: { body: 'moved', type, wa_id: next } }, { phone, id });
  expect(await contactOf(message)).toMatchObject({ phone_number: third, user_id: userId });
  // A later owner of the old number is another contact.
  const stranger = await say({ ...text, timestamp: String(nowS() + 60) }, { phone });
  expect((await read(stranger.id)).contact_id).not.toBe(message.contact_id);
};

const amended = (kind: 'edit' | 'revoke') => async () => {
  const { phone, id } = await say(text);
  const amendment = { original_message_id: id, message: { type: 'text', text: { body: 'Hello again' } } };
  const reported = await say({ type: kind, [kind]: amendment }, { phone });
  expect(await idOf(reported.id)).toBeNull();
  const message = await read(id);
  if (kind === 'edit') expect(message).toMatchObject({ text: { body: 'Hello again' }, edited_at: rfc3339 });
  else expect(message).toMatchObject({ text: { body: 'Hello' }, revoked_at: rfc3339 });
  const { version } = message;
  await say({ type: kind, [kind]: amendment, timestamp: String(nowS() - 100) }, { phone, id: reported.id });
  expect((await read(id)).version).toBe(version);
  await say({ type: kind, [kind]: { ...amendment, original_message_id: 'wamid.nobody' } }, { phone });
  expect(await refusalOf(`${kind}_of_unknown`)).toMatchObject({ amends: { providerMessageId: 'wamid.nobody' } });
};

const withContext = (context: Fields, wanted: object) => reads({ ...text, context }, wanted);

const inbound: Record<InboundRow, () => Promise<unknown>> = {
  text: typed('text', { body: 'Olá 👍' }, { type: 'text', text: { body: 'Olá 👍' } }),
  image: file('image', { caption: 'c' }, { caption: 'c' }),
  video: file('video', { caption: 'c' }, { caption: 'c' }),
  document: file('document', { caption: 'c', filename: 'a.pdf' }, { caption: 'c', filename: 'a.pdf' }),
  audio: file('audio', { voice: true }, { voice: true }),
  sticker: file('sticker', { animated: true }, { animated: true }),
  location: typed(
    'location',
    { latitude: 38.7, longitude: -9.1, name: 'Lisboa', address: 'Rossio', url: 'https://a.example' },
    { location: { latitude: 38.7, longitude: -9.1, name: 'Lisboa', address: 'Rossio', url: 'https://a.example' } },
  ),
  contacts: typed('contacts', [{ name: { formatted_name: 'Rui' } }, { vcard: 'BEGIN:VCARD' }], {
    contacts: [{ name: { formatted_name: 'Rui' } }, { vcard: 'BEGIN:VCARD' }],
  }),
  async 'contacts: own number'() {
    const userId = 'DE.9912000000001';
    const contacts = [{ profile: { name: 'Mia' }, user_id: userId }];
    const first = await say({ ...text, from: undefined, from_user_id: userId }, { contacts });
    const phone = freshPhone();
    const card = { phones: [{ phone: `+${phone}`, wa_id: phone }], vcard: 'BEGIN:VCARD' };
    const shared = {
      type: 'contacts',
      contacts: [card],
      origin: 'contact_request',
      from: undefined,
      from_user_id: userId,
    };
    await say(shared, { contacts });
    const message = await read(first.id);
    expect(await contactOf(message)).toMatchObject({ phone_number: phone, user_id: userId });
    const later = await say(text, { phone });
    expect((await read(later.id)).thread_id).toBe(message.thread_id);
    // Meta's page has the number alone: https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids/
    const other = 'DE.9912000000777';
    const asOther = { contacts: [{ profile: { name: 'Jo' }, user_id: other }] };
    const start = await say({ ...text, from: undefined, from_user_id: other }, asOther);
    const spelled = freshPhone();
    const bare = {
      ...shared,
      from_user_id: other,
      contacts: [{ vcard: 'BEGIN:VCARD', phones: [{ phone: `+${spelled}` }] }],
    };
    // A card that nobody asked for is somebody's number, not the sender's.
    await say({ ...bare, origin: 'other' }, asOther);
    expect(await contactOf(await read(start.id))).toMatchObject({ phone_number: null });
    await say({ ...bare, contacts: [{ phones: [{ phone: '12' }, { phone: 7 }, null] }] }, asOther);
    expect(await contactOf(await read(start.id))).toMatchObject({ phone_number: null });
    await say(bare, asOther);
    expect(await contactOf(await read(start.id))).toMatchObject({ phone_number: spelled, user_id: other });
  },
  async reaction() {
    const { phone, id } = await say(text);
    await say({ type: 'reaction', reaction: { message_id: id, emoji: '👍' } }, { phone });
    expect((await read(id)).reaction).toMatchObject({ theirs: { emoji: '👍' } });
  },
  async 'reaction taken back'() {
    const { phone, id } = await say(text);
    await say({ type: 'reaction', reaction: { message_id: id, emoji: '👍' } }, { phone });
    await say({ type: 'reaction', reaction: { message_id: id } }, { phone });
    expect((await read(id)).reaction).toBeUndefined();
  },
  'template button': typed(
    'button',
    { payload: 'yes', text: 'Yes' },
    { type: 'button', button: { payload: 'yes', text: 'Yes', kind: 'quick_reply' } },
  ),
  'button reply': typed(
    'interactive',
    { type: 'button_reply', button_reply: { id: 'a', title: 'A' } },
    { type: 'button', button: { id: 'a', text: 'A', kind: 'button_reply' } },
  ),
  'list reply': typed(
    'interactive',
    { type: 'list_reply', list_reply: { id: 'a', title: 'A', description: 'B' } },
    { type: 'button', button: { id: 'a', text: 'A', description: 'B', kind: 'list_reply' } },
  ),
  'form reply': typed(
    'interactive',
    { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"a":1}' } },
    { type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply: { response_json: '{"a":1}' } } },
  ),
  'call permission reply': typed(
    'interactive',
    { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
    { type: 'interactive', interactive: { type: 'call_permission_reply' } },
  ),
  'interactive without body': typed('interactive', {}, { type: 'unsupported' }),
  order: typed(
    'order',
    {
      catalog_id: 'c',
      text: 'Please',
      product_items: [{ product_retailer_id: 'sku', quantity: 2, item_price: 3, currency: 'EUR' }],
    },
    {
      type: 'order',
      order: { catalog_id: 'c', text: 'Please', product_items: [expect.objectContaining({ quantity: 2 })] },
    },
  ),
  'number changed': moves('user_changed_number'),
  'number changed, old word': moves('customer_changed_number'),
  async 'user id changed'() {
    const { phone, message, userId } = await known();
    const next = `${userId}9`;
    await say(
      { type: 'system', from_user_id: userId, system: { body: 'b', type: 'user_changed_user_id', user_id: next } },
      { phone },
    );
    expect(await contactOf(message)).toMatchObject({ user_id: next, phone_number: phone });
    const contacts = [{ profile: { name: 'Ana' }, user_id: next }];
    const later = await say({ ...text, from: undefined, from_user_id: next }, { contacts });
    expect((await read(later.id)).thread_id).toBe(message.thread_id);
  },
  'identity changed': reads(
    {
      type: 'system',
      system: { body: 'b', type: 'customer_identity_changed' },
      identity: { acknowledged: false, hash: 'h' },
    },
    { type: 'system', system: { type: 'customer_identity_changed', identity: { acknowledged: false, hash: 'h' } } },
  ),
  edit: amended('edit'),
  revoke: amended('revoke'),
  unsupported: reads(
    { type: 'unsupported', unsupported: { type: 'poll' }, errors: [{ code: 131051, title: 'Unsupported' }] },
    { type: 'unsupported', unsupported: { raw: expect.objectContaining({ unsupported: { type: 'poll' } }) } },
  ),
  async welcome() {
    const { id } = await say({ type: 'request_welcome' });
    const message = await read(id);
    expect(message).toMatchObject({ type: 'system', system: { type: 'request_welcome' } });
    expect(await threadOf(message)).toMatchObject({ unread_count: 0, window_expires_at: null });
  },
  'unknown type': typed('hologram', { id: 'h' }, { type: 'unsupported' }),
  async 'account-level error'() {
    expect(
      await world.deliver({ errors: [{ code: 130429, title: 'Rate limit hit', error_data: 'as a string' }] }),
    ).toBe(200);
    await untilApplied(world.server.owner);
    expect(await factOf(world, 'trouble:130429')).toMatchObject({ active: true, detail: { details: 'as a string' } });
  },
  async 'with a quote'() {
    const { phone, id } = await say(text);
    const answer = await say({ ...text, context: { from: '15550001111', id } }, { phone });
    expect((await read(answer.id)).context).toEqual({ message_id: await idOf(id) });
  },
  forwarded: withContext({ forwarded: true }, { forwarded: 'once' }),
  'forwarded often': withContext({ frequently_forwarded: true }, { forwarded: 'often' }),
  'about a product': withContext(
    { referred_product: { catalog_id: 'c', product_retailer_id: 'sku' } },
    { product: { catalog_id: 'c', product_retailer_id: 'sku' } },
  ),
  async 'in a group'() {
    const { id, phone } = await say({ ...text, group_id: 'Y2FwaV9' });
    const message = await read(id);
    expect(message).toMatchObject({ direction: 'INCOMING', to: phone, sender_id: expect.any(String) });
    expect((await threadOf(message)).group?.participants).toMatchObject([
      { id: message.sender_id, phone_number: phone },
    ]);
  },
  'from an ad': reads(
    { ...text, referral: { source_type: 'ad', source_url: 'https://fb.me/x', headline: 'Sale', ctwa_clid: 'Af1' } },
    { referral: { source_type: 'ad', source_url: 'https://fb.me/x', headline: 'Sale', ctwa_clid: 'Af1' } },
  ),
  async 'without a phone number'() {
    const userId = 'DE.9912000000002';
    const contacts = [{ profile: { name: 'Mia', username: 'mia.k' }, user_id: userId, parent_user_id: 'DE.ENT.44' }];
    const { id } = await say({ ...text, from: undefined, from_user_id: userId }, { contacts });
    const message = await read(id);
    expect(message).toMatchObject({ to: null, to_user_id: userId });
    expect(await contactOf(message)).toMatchObject({ phone_number: null, user_id: userId, username: 'mia.k' });
  },
  async 'without a name'() {
    const phone = freshPhone();
    const { id } = await say(text, { phone, contacts: [{ wa_id: phone }] });
    expect(await contactOf(await read(id))).toMatchObject({ name: '' });
  },
};

describe('messages from customers', () => {
  test('has a case for every documented row', () =>
    expect(Object.keys(inbound).sort()).toEqual([...inboundRows].sort()));
  test.each(inboundRows)('%s', async (row) => {
    await inbound[row]();
  });

  test('a timestamp in the future neither keeps the thread on top nor its window open', async () => {
    const phone = freshPhone();
    const ahead = await say({ ...text, timestamp: String(nowS() + 3 * 86_400) }, { phone });
    const later = await say(text, { phone });
    const message = await read(ahead.id);
    expect(Date.parse(message.timestamp)).toBeLessThan(Date.now() + 60_000);
    const thread = await threadOf(message);
    expect(thread.last_message_id).toBe(await idOf(later.id));
    expect(Date.parse(thread.window_expires_at ?? '')).toBeLessThan(Date.now() + 25 * 3_600_000);
    expect(await refusalOf('flagged_timestamp_ahead')).toMatchObject({ id: ahead.id });
  });

  test('a missing file shows the reason', async () => {
    const errors = [{ code: 131052, title: 'Media download error', error_data: { details: 'too large' } }];
    const { id } = await say({ type: 'video', errors });
    expect(await read(id)).toMatchObject({ type: 'video', error: { provider_code: 131052 } });
  });
});

/** A sent message and a status of it. */
async function status(word: string, more: Fields = {}): Promise<{ id: string; detail: Fields }> {
  const thread = await customerWrites(world);
  const providerId = freshWamid();
  const id = await insertOutgoing(world, thread, { status: 1, sendState: 'accepted', providerId });
  const element = statusOfOurs({
    id: providerId,
    status: word as 'sent',
    recipient: thread.contact.phone_number ?? '',
    timestampS: nowS(),
    messageId: id,
  });
  expect(await world.deliver({ statuses: [{ ...(element as Fields), ...more }] })).toBe(200);
  await untilApplied(world.server.owner);
  const [event] = await queryAsOwner<{ detail: Fields }>(
    world.server.owner,
    'select detail from message_events where client_id = $1 and message_id = $2 and status = $3',
    [world.clientId, id, word],
  );
  return { id, detail: event?.detail ?? {} };
}

const brings =
  (word: string, wanted: number, more: Fields = {}, detail: object = {}) =>
  async () => {
    const got = await status(word, more);
    expect(await getMessage(world, got.id)).toMatchObject({ status: wanted });
    expect(got.detail).toMatchObject(detail);
  };
const pricing = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'authentication-international' };

const statuses: Record<StatusRow, () => Promise<unknown>> = {
  sent: brings('sent', 1),
  delivered: brings('delivered', 2),
  read: brings('read', 3),
  played: brings('played', 4),
  failed: brings('failed', -1),
  'unknown word': brings('warning', 1),
  conversation: brings(
    'sent',
    1,
    { conversation: { id: 'c', origin: { type: 'service' } } },
    { conversation: { id: 'c' } },
  ),
  async pricing() {
    const { id, detail } = await status('delivered', { pricing });
    expect(detail).toMatchObject({ pricing });
    const { data } = (await world.api('GET /api/messages/{id}/events', { params: { id } })).body;
    expect(data).toMatchObject([
      { status: 'delivered', price: { category: 'authentication-international', billable: true } },
    ]);
  },
  async errors() {
    const errors = [{ code: 131026, title: 'Message undeliverable', error_data: 'not on WhatsApp' }];
    const got = await status('failed', { errors });
    expect(got.detail).toMatchObject({ errors: [{ code: 131026, details: 'not on WhatsApp' }] });
    expect((await getMessage(world, got.id)).error).toMatchObject({
      provider_code: 131026,
      message: expect.stringMatching(/can’t deliver/),
      next_step: expect.any(String),
    });
  },
  'group participant': brings('delivered', 2, {
    recipient_type: 'group',
    recipient_id: 'Y2FwaV9',
    recipient_participant_id: fixtureIds.customerPhone,
  }),
  'user id only': brings('read', 3, { recipient_id: undefined, recipient_user_id: fixtureIds.customerUserId }),
  async 'never delivered'() {
    // WhatsApp sends no failure when it gives up: the message stays sent, its last known status.
    const got = await status('sent');
    expect(await getMessage(world, got.id)).toMatchObject({ status: 1, send_state: 'accepted' });
  },
};

describe('statuses', () => {
  test('has a case for every documented row', () =>
    expect(Object.keys(statuses).sort()).toEqual([...statusRows].sort()));
  test.each(statusRows)('%s', async (row) => {
    await statuses[row]();
  });

  test('a failure because of an opt-out is stored as a suppression', async () => {
    const got = await status('failed', { errors: [{ code: 131050, title: 'Stopped' }] });
    const message = await getMessage(world, got.id);
    const [contact] = await queryAsOwner<{ opted_out_at: Date | null }>(
      world.server.owner,
      'select opted_out_at from contacts where client_id = $1 and id = $2',
      [world.clientId, message.contact_id],
    );
    expect(contact?.opted_out_at).not.toBeNull();
  });

  test.each([131031, 131042, 368, 190])('a failure with %i pauses the channel with the reason', async (code) => {
    await status('failed', { errors: [{ code, title: 'x' }] });
    const { body } = await world.api('GET /api/channels');
    const channel = body.data.find(({ id }) => id === world.channelId);
    expect(channel).toMatchObject({ state: 'PAUSED', state_reason: expect.stringMatching(/^WhatsApp: /) });
    await world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state: 'ACTIVE' } });
  });
});
