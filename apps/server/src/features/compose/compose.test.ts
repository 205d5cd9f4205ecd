import type { ComposeBody, Template } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createAuth } from '../../testing/auth.ts';
import { customerWrites, getMessage } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { sendQueries } from '../../testing/send-queries.ts';
import { addMember, createSession, createUser } from '../../testing/users.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

/* One call sends to up to twenty recipients: all messages or none, once each. */

let world: World;
let templates: Template[];

beforeAll(async () => {
  world = await testWorld();
  await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, dry_run: false } });
  templates = (await world.api('GET /api/templates', { query: { status: 'ACTIVE' } })).body.data;
});
afterAll(() => world.close());

const { sql, count, rowsNow } = sendQueries(() => world);
/**
 * Counts of contacts, conversations, messages and triggers; changes are left out, because earlier sends also create
 * them.
 */
const written = async () => (await rowsNow()).slice(0, 5);

type Composed = ComposeBody['messages'][number];

function templateId(name: string): string {
  const found = templates.find((row) => row.name === name && row.language === 'en_US');
  if (found === undefined) throw new Error(`the simulator has no ${name}`);
  return found.id;
}
const greeting = (to = `+${freshPhone()}`, changes: object = {}) => ({
  id: newId(),
  to,
  type: 'template' as const,
  template: { id: templateId('hello_world') },
  ...changes,
});
const order = (name: string, number: string) => ({
  id: templateId('order_ready'),
  components: [
    {
      type: 'body',
      parameters: [
        { type: 'text', text: name },
        { type: 'text', text: number },
      ],
    },
    { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: number }] },
  ],
});
const words = (to: string, body: string, changes: object = {}) => ({
  id: newId(),
  to,
  type: 'text' as const,
  text: { body },
  ...changes,
});
type Sent = Omit<Composed, 'text'> & { text?: { body: string } };
const compose = (messages: Sent[], token = world.token, channelId = world.channelId) =>
  world.apiAs(token)('POST /api/compose', { body: { channel_id: channelId, messages } });
const history = (query: Record<string, string | number> = {}, token = world.token) =>
  world.apiAs(token)('GET /api/compose/history', { query });
const raw = (path: string, token = world.token) =>
  fetch(`${world.server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
type Problem = { error: { code: string; data: { field: string; msg: string }[] } };
const problemOf = (answer: { body: unknown }) => (answer.body as Problem).error;

/** A User with limits, set as an Admin sets them. */
async function limited(restrictions: Record<string, unknown>): Promise<{ uid: string; token: string }> {
  const user = await createUser(world.server.owner, 'Lim Ited');
  await addMember(world.server.owner, world.clientId, user, 'User');
  await world.api('PUT /api/team/{user_id}', { params: { user_id: user.uid }, body: { restrictions } });
  const auth = await createAuth(world.server.platform);
  const sid = await createSession(world.server.owner, user.uid);
  const account = { clientId: world.clientId, role: 'User' as const };
  return { uid: user.uid, token: await auth.idTokens.sign({ uid: user.uid, sid, account }) };
}

describe('one call', () => {
  test('sends to new and known contacts, by number and by contact, and every message is sent once', async () => {
    const thread = await customerWrites(world);
    const stranger = freshPhone();
    const messages = [
      greeting(`+${stranger}`, { template: order('Layla', 'A-17') }),
      words(`+${thread.contact.phone_number}`, 'Your parcel is here.'),
      greeting(undefined, { to: undefined, contact_id: (await customerWrites(world)).contact_id }),
    ];
    const sent = await compose(messages);
    expect(sent.status).toBe(201);
    expect(sent.body.data.map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
    expect(sent.body.data[0]).toMatchObject({ source: 'COMPOSE', medium: 'WEB_APP', to: stranger, status: 0 });
    expect(sent.body.data[0]?.template?.['display']).toMatchObject({
      body: 'Hi Layla, your order A-17 is ready to be picked up.',
    });
    expect(sent.body.data[1]).toMatchObject({ thread_id: thread.id, text: { body: 'Your parcel is here.' } });
    const asked = await world.api('GET /api/messages/{id}/triggers', { params: { id: messages[0]?.id ?? '' } });
    expect(asked.body.data).toHaveLength(1);
    expect(asked.body.data[0]?.meta_data).toMatchObject({ type: 'individual', to: stranger });
    for (const { id } of messages) {
      await until(async () => (await getMessage(world, id)).status >= 1);
      expect(await count('message_attempts where message_id = $1', [id])).toBe(0);
    }
  });

  test('repeated returns the same, by ids and by its key, and concurrent copies write one message each', async () => {
    const messages = Array.from({ length: 20 }, () => greeting());
    const answers = await Promise.all(Array.from({ length: 6 }, () => compose(messages)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    for (const { body } of answers) expect(body.data.map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
    expect(await count('messages where id = any($1)', [messages.map(({ id }) => id)])).toBe(20);
    expect(await count('triggers where message_id = any($1)', [messages.map(({ id }) => id)])).toBeLessThanOrEqual(20);

    const unnamed = [greeting(undefined, { id: undefined }), greeting(undefined, { id: undefined })];
    const keyed = () =>
      fetch(`${world.server.url}/api/compose`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${world.token}`,
          'content-type': 'application/json',
          'idempotency-key': 'compose-1',
        },
        body: JSON.stringify({ channel_id: world.channelId, messages: unnamed }),
      });
    const [first, second] = [await keyed(), await keyed()];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(await second.json()).toMatchObject({
      data: ((await first.json()) as { data: object[] }).data.map(() => ({})),
    });
  });

  test('still returns the same when the template was paused since', async () => {
    const message = greeting();
    expect((await compose([message])).status).toBe(201);
    await sql('update templates set status = $2 where id = $1', [templateId('hello_world'), 'PAUSED']);
    expect((await compose([message])).status).toBe(200);
    expect(problemOf(await compose([greeting()])).data[0]?.field).toBe('messages.0.template.id');
    await sql('update templates set status = $2 where id = $1', [templateId('hello_world'), 'ACTIVE']);
  });

  test('with the id of another message, or a part of an earlier call, writes nothing', async () => {
    const sent = greeting();
    await compose([sent]);
    const before = await written();
    const other = await compose([{ ...sent, to: `+${freshPhone()}` }]);
    expect([other.status, problemOf(other).data[0]?.field]).toEqual([409, 'messages.0.id']);
    const partly = await compose([greeting(), sent]);
    expect([partly.status, problemOf(partly).data[0]?.field]).toEqual([409, 'messages.1.id']);
    const twice = await compose([greeting(undefined, { id: sent.id }), greeting(undefined, { id: sent.id })]);
    expect(twice.status).toBe(422);
    expect(await written()).toEqual(before);
  });
});

describe('one invalid recipient of twenty prevents all messages', () => {
  const withLast = (last: Sent) => [...Array.from({ length: 19 }, () => greeting()), last];

  test.each<[string, () => Sent, string, string]>([
    ['a number that is none', () => greeting('hello'), 'validation_failed', 'messages.19.to'],
    ['nobody', () => greeting(undefined, { to: undefined }), 'validation_failed', 'messages.19.to'],
    [
      'a contact that is not there',
      () => greeting(undefined, { to: undefined, contact_id: newId() }),
      'not_found',
      'messages.19.contact_id',
    ],
    ['a text where no window is open', () => words(`+${freshPhone()}`, 'Hi'), 'window_closed', 'messages.19.to'],
    [
      'a template that is not there',
      () => greeting(undefined, { template: { id: newId() } }),
      'validation_failed',
      'messages.19.template.id',
    ],
    [
      'values that do not fit',
      () => greeting(undefined, { template: { id: templateId('order_ready') } }),
      'validation_failed',
      'messages.19.template.components',
    ],
    [
      'a value that is missing',
      () => greeting(undefined, { template: order('FIX VALUE', 'A') }),
      'validation_failed',
      'messages.19.template.components.0.parameters.0.text',
    ],
    [
      'a text with a missing value',
      () => words(`+${freshPhone()}`, 'Hi FIX VALUE'),
      'validation_failed',
      'messages.19.text.body',
    ],
    [
      'a text and a template',
      () => greeting(undefined, { text: { body: 'Hi' } }),
      'validation_failed',
      'messages.19.text',
    ],
  ])('%s', async (_what, last, code, field) => {
    const before = await written();
    const answer = await compose(withLast(last()));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(problemOf(answer)).toMatchObject({
      code,
      data: expect.arrayContaining([expect.objectContaining({ field })]),
    });
    expect(await written()).toEqual(before);
  });

  test('and all invalid ones are named', async () => {
    const before = await written();
    const answer = await compose([greeting('no'), greeting(), greeting('neither')]);
    expect(problemOf(answer).data.map(({ field }) => field)).toEqual(['messages.0.to', 'messages.2.to']);
    const phone = freshPhone();
    const twice = await compose([greeting(`+${phone}`), greeting(`0044${phone.slice(2)}`)]);
    expect(problemOf(twice).data.map(({ field }) => field)).toEqual(['messages.1.to']);
    const shut = await compose([words(`+${freshPhone()}`, 'Hi'), greeting(), words(`+${freshPhone()}`, 'Hi')]);
    expect(problemOf(shut).data.map(({ field }) => field)).toEqual(['messages.0.to', 'messages.2.to']);
    expect(await written()).toEqual(before);
  });

  test('suppressed contacts, and those who opted out of marketing', async () => {
    const thread = await customerWrites(world);
    const block = (scope: 'all' | 'marketing') =>
      world.api('PUT /api/contacts/{id}/suppression', { params: { id: thread.contact_id }, body: { scope } });
    await block('all');
    const to = `+${thread.contact.phone_number}`;
    const before = await written();
    const answer = await compose(withLast(words(to, 'Hi')));
    expect(problemOf(answer)).toMatchObject({ code: 'suppressed', data: [{ field: 'messages.19.to' }] });
    await block('marketing');
    await sql("update templates set category = 'MARKETING' where id = $1", [templateId('hello_world')]);
    expect(problemOf(await compose([greeting(to)]))).toMatchObject({
      code: 'suppressed',
      data: [{ field: 'messages.0.template.id' }],
    });
    await sql("update templates set category = 'UTILITY' where id = $1", [templateId('hello_world')]);
    expect(await count('messages where thread_id = $1 and source = $2', [thread.id, 'COMPOSE'])).toBe(0);
    expect((await written())[0]).toBe(before[0]);
  });

  test('no recipient, more than twenty, and a missing channel', async () => {
    const before = await written();
    expect((await compose([])).status).toBe(422);
    expect((await compose(Array.from({ length: 21 }, () => greeting()))).status).toBe(422);
    expect((await compose([greeting()], world.token, newId())).status).toBe(422);
    expect(await written()).toEqual(before);
  });
});

describe('the list of composed messages', () => {
  test('is sorted latest first, paged, and has nothing else', async () => {
    const sent = Array.from({ length: 5 }, () => greeting());
    for (const message of sent) await compose([message]);
    const expected = sent.map(({ id }) => id).reverse();
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof history>> = await history({ limit: 2, ...(cursor !== null && { cursor }) });
      expect(page.body.data.every(({ source }) => source === 'COMPOSE')).toBe(true);
      found.push(...page.body.data.map(({ id }) => id));
      cursor = page.body.next_cursor;
    } while (cursor !== null);
    expect(found.slice(0, 5)).toEqual(expected);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toHaveLength(await count("messages where source = 'COMPOSE' and client_id = $1", [world.clientId]));
  });

  test('applies every filter', async () => {
    const from = new Date().toISOString();
    const plain = greeting();
    const filled = greeting(undefined, { template: order('Layla', 'A-1') });
    await compose([plain]);
    await compose([filled]);
    const ids = async (query: Record<string, string | number>) =>
      (await history({ from, ...query })).body.data.map(({ id }) => id);
    expect(await ids({})).toEqual([filled.id, plain.id]);
    expect(await ids({ template_id: templateId('order_ready') })).toEqual([filled.id]);
    expect(await ids({ channel_id: newId() })).toEqual([]);
    expect(await ids({ channel_id: world.channelId, created_by: world.user.uid, medium: 'WEB_APP' })).toHaveLength(2);
    expect(await ids({ medium: 'API' })).toEqual([]);
    expect(await ids({ created_by: 'nobody' })).toEqual([]);
    expect(await ids({ until: from })).toEqual([]);
    // The message is on its way meanwhile: a status may replace this one.
    const failed = await until(async () => {
      await sql("update messages set status = -1, send_state = 'failed' where id = $1", [plain.id]);
      const found = [await ids({ status: -1 }), await ids({ send_state: 'failed' })];
      return found.every(({ length }) => length > 0) && found;
    });
    expect(failed).toEqual([[plain.id], [plain.id]]);
    expect((await history({ status: 9 })).status).toBe(422);
    expect((await history({ cursor: 'nonsense' })).status).toBe(422);
  });

  test('shows and exports only visible messages', async () => {
    const thread = await customerWrites(world);
    const phone = thread.contact.phone_number ?? '';
    const message = words(`+${phone}`, '=1+1');
    await compose([message]);
    const { uid, token } = await limited({ only_assigned: true, mask_phone_numbers: true });
    const seen = async () => (await history({}, token)).body.data;
    expect(await seen()).toEqual([]);
    await world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { assignee_id: uid } });
    const [row, ...rest] = await seen();
    expect(rest).toEqual([]);
    expect(row).toMatchObject({ id: message.id, to: null, contact: { phone_number: null } });
    expect(JSON.stringify(row)).not.toContain(phone);
    const file = await (await raw('/api/compose/history/export', token)).text();
    expect(file).toContain("'=1+1");
    expect(file).not.toContain(phone);
    const whole = await (await raw('/api/compose/history/export')).text();
    expect(whole).toContain(`+${phone}`);
    expect(whole).toContain(',Anna Muster,');
    const kept = await limited({ no_export: true });
    expect((await raw('/api/compose/history/export', kept.token)).status).toBe(403);
    const another = await limited({ channel_ids: [] });
    expect((await history({}, another.token)).body.data).toEqual([]);
  });
});

describe('restricted members', () => {
  test('write first to new contacts, whose conversations are assigned to them, and to no invisible ones', async () => {
    const { uid, token } = await limited({ only_assigned: true });
    const foreign = await customerWrites(world);
    const message = greeting();
    const made = await compose([message], token);
    expect(made.status).toBe(201);
    const thread = await world.api('GET /api/threads/{id}', { params: { id: made.body.data[0]?.thread_id ?? '' } });
    expect(thread.body.assignee_id).toBe(uid);
    expect((await compose([message], token)).status).toBe(200);
    const before = await written();
    const byNumber = await compose([greeting(), greeting(`+${foreign.contact.phone_number}`)], token);
    expect([byNumber.status, problemOf(byNumber).data[0]?.field]).toEqual([404, 'messages.1.to']);
    const byContact = await compose([greeting(undefined, { to: undefined, contact_id: foreign.contact_id })], token);
    expect([byContact.status, problemOf(byContact).data[0]?.field]).toEqual([404, 'messages.0.contact_id']);
    expect(await written()).toEqual(before);
    const another = await limited({ channel_ids: [] });
    expect((await compose([greeting()], another.token)).status).toBe(404);
  });
});
