import { textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { customerWrites, queryAsOwner } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../testing/world.ts';
import { editQuota } from './edit-quota.ts';

/* Versions of templates, how often approved ones may change, and what uses them with which results. */

let world: World;
beforeAll(async () => {
  world = await testWorld();
  await world.phone('POST', '/faults', { review_ms: 1 });
});
afterAll(() => world.close());

let count = 0;
const body = (text: string) => ({ type: 'BODY', text, example: { body_text: [['Ana']] } });
const create = async (changes: object = {}) => {
  const content = {
    channel_id: world.channelId,
    name: `history_${++count}`,
    language: 'en',
    category: 'UTILITY' as const,
    components: [body('Hello {{1}}, your bike is ready at our shop.')],
  };
  return (await world.api('POST /api/templates', { body: { ...content, ...changes } })).body;
};
const change = (id: string, changes: object) => world.api('PUT /api/templates/{id}', { params: { id }, body: changes });
const history = async (id: string) => (await world.api('GET /api/templates/{id}/history', { params: { id } })).body;
const approved = (id: string) =>
  until(async () => {
    const { body: row } = await world.api('GET /api/templates/{id}', { params: { id } });
    return row.status === 'ACTIVE' && row;
  });
/** Webhooks carry whole seconds, and an event of the same second is not newer. */
const age = (id: string) =>
  world.server.owner.query(`update templates set status_at = status_at - interval '5 seconds' where id = $1`, [id]);
const customerTapsTemplate = async (from: string, wamid: string, label: string) => {
  const value = textFromCustomer({ id: freshWamid(), from, body: '', name: 'Amara Okafor', timestampS: nowS() });
  const [message] = (value as unknown as { messages: Record<string, unknown>[] }).messages;
  delete message?.['text'];
  Object.assign(message ?? {}, { type: 'button', button: { text: label, payload: label }, context: { id: wamid } });
  await world.deliver(value);
};
const text = (changed: string) => ({ components: [body(changed)] });

test('every version says who made it, when, and what changed; saving the same again makes none', async () => {
  const { id } = await create();
  const second = text('Hello {{1}}, your bike is ready. See you soon at our shop.');
  await change(id, second);
  await change(id, second);
  await change(id, { submit: true });
  await approved(id);
  const { data, edits } = await history(id);
  expect(data.map(({ number, event }) => [number, event])).toEqual([
    [3, 'submitted'],
    [2, 'saved'],
    [1, 'saved'],
  ]);
  expect(data.every(({ by, at }) => by === world.user.uid && at <= new Date().toISOString())).toBe(true);
  expect(data[1]?.fields).toEqual([
    { field: 'BODY', before: body('Hello {{1}}, your bike is ready at our shop.'), after: second.components[0] },
  ]);
  expect([data[0]?.fields, data[2]?.fields]).toEqual([[], []]);
  expect(edits).toEqual({ day: 0, month: 0, next_at: null });
  await world.server.owner.query(
    `update templates set components = '[{"type": "BODY", "text": "Old"}]' where id = $1`,
    [id],
  );
  await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId } });
  // What WhatsApp has is what was submitted.
  expect((await history(id)).data).toHaveLength(3);
  expect((await world.api('GET /api/templates/{id}/history', { params: { id: newId() } })).status).toBe(404);
});

test('a text that WhatsApp changed is a version of WhatsApp', async () => {
  const { body: synced } = await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId } });
  const { data: all } = (await world.api('GET /api/templates')).body;
  const sample = all.find(({ name }) => name === 'hello_world');
  expect(synced.run_id).not.toBeNull();
  const id = sample?.id ?? '';
  expect((await history(id)).data).toMatchObject([{ number: 1, event: 'synced', by: null }]);
  const { owner } = world.server;
  await owner.query(`update templates set components = '[{"type": "BODY", "text": "Old"}]' where id = $1`, [id]);
  await owner.query(
    `update template_versions set components = '[{"type": "BODY", "text": "Old"}]' where template_id = $1`,
    [id],
  );
  await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId } });
  const [latest] = (await history(id)).data;
  expect(latest).toMatchObject({ number: 2, event: 'synced', by: null });
  expect(latest?.fields.map(({ field }) => field)).toContain('BODY');
});

test('an approved template changes once in 24 hours; a rejected one as often as needed', async () => {
  const { id } = await create({ submit: true });
  await approved(id);
  await age(id);
  const first = await change(id, { ...text('Hi {{1}}, your bike is ready at our shop.'), submit: true });
  expect(first.status).toBe(200);
  await approved(id);
  await age(id);
  const again = await change(id, { ...text('Hi {{1}}, your new bike is ready at our shop.'), submit: true });
  expect(again.status).toBe(422);
  expect(JSON.stringify(again.body)).toContain('Submit it after');
  // Refused here, with the time, before WhatsApp is asked; the change is kept.
  expect((await world.api('GET /api/templates/{id}', { params: { id } })).body.draft).not.toBeNull();
  const { edits } = await history(id);
  expect(edits).toMatchObject({ day: 1, month: 1, next_at: expect.any(String) });
  await world.phone('POST', '/faults', { review_ms: 1, reject_templates: 'INVALID_FORMAT' });
  const rejected = await create({ submit: true, name: 'history_rejected' });
  for (const shop of ['shop', 'store']) {
    await until(async () => {
      const { body: row } = await world.api('GET /api/templates/{id}', { params: { id: rejected.id } });
      return row.status === 'REJECTED' && row;
    });
    await age(rejected.id);
    const fixed = await change(rejected.id, { ...text(`Hi {{1}}, your bike is at our ${shop} today.`), submit: true });
    expect(fixed.status).toBe(200);
  }
  await world.phone('POST', '/faults', { review_ms: 1, reject_templates: null });
});

test('ten changes in 30 days are the most', () => {
  const day = 86_400_000;
  const now = Date.UTC(2026, 10, 24);
  const ago = (days: number) => new Date(now - days * day);
  expect(editQuota([], now)).toEqual({ day: 0, month: 0, next_at: null });
  expect(editQuota([ago(2)], now)).toEqual({ day: 0, month: 1, next_at: null });
  expect(editQuota([ago(0.5)], now)).toEqual({ day: 1, month: 1, next_at: ago(-0.5).toISOString() });
  const ten = Array.from({ length: 10 }, (_, index) => ago(20 - index));
  expect(editQuota(ten, now)).toEqual({ day: 0, month: 10, next_at: ago(-10).toISOString() });
  expect(editQuota([ago(31), ...ten.slice(1)], now).next_at).toBeNull();
});

test('where a template is used names automations and waiting messages, and its replies and taps are counted', async () => {
  const buttons = { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Thanks' }] };
  const { id, name } = await create({
    components: [body('Hello {{1}}, your bike is ready at our shop.'), buttons],
    submit: true,
  });
  await approved(id);
  const flow = {
    trigger: { kind: 'first_message' },
    conditions: [],
    steps: [{ id: 's1', kind: 'send_template', template_id: id, values: { 'body.1': 'Ana' }, next: null }],
  };
  const automation = { client: world.clientId, id: newId(), name: 'Greet new customers' };
  await world.server.owner.query(
    `insert into automations (client_id, id, name, draft, position, request_hash, updated_by)
     values ($1, $2, $3, $4, 1, '', 'x')`,
    [automation.client, automation.id, automation.name, JSON.stringify(flow)],
  );
  const from = freshPhone();
  const thread = await customerWrites(world, from, 'Is it ready?');
  const template = { id, components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ana' }] }] };
  const message = {
    channel_id: world.channelId,
    thread_id: thread.id,
    source: 'INBOX' as const,
    type: 'template' as const,
  };
  const sent = await world.api('POST /api/messages', { body: { ...message, template } });
  expect(sent.status).toBe(201);
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const waiting = await world.api('POST /api/messages', { body: { ...message, template, send_at: later } });
  expect([waiting.status, name]).toEqual([201, name]);
  const usage = async () =>
    (await world.api('GET /api/templates/usage')).body.data.find(({ template_id }) => template_id === id);
  await until(async () => ((await usage())?.sent ?? 0) > 0);
  expect((await usage())?.used_in).toEqual([
    { kind: 'automation', id: automation.id, name: automation.name, state: 'DRAFT' },
    { kind: 'scheduled', id, name: '1', state: 'SCHEDULED' },
  ]);
  expect(await usage()).toMatchObject({ replied: 0, tapped: 0 });
  await customerWrites(world, from, 'Great');
  await until(async () => (await usage())?.replied === 1);
  expect((await usage())?.tapped).toBe(0);
  const [{ wamid } = { wamid: '' }] = await queryAsOwner<{ wamid: string }>(
    world.server.owner,
    'select provider_message_id as wamid from messages where id = $1',
    [sent.body.id],
  );
  await customerTapsTemplate(from, wamid, 'Thanks');
  await until(async () => (await usage())?.tapped === 1);
  expect((await usage())?.replied).toBe(1);
  const refused = await world.api('DELETE /api/templates/{id}', { params: { id }, query: { unused: 'true' } });
  expect(JSON.stringify(refused.body)).toContain('Greet new customers');
});
