import type { Template } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

/* Writing templates against the simulator, which reviews them as WhatsApp does. */

let world: World;
beforeAll(async () => {
  world = await testWorld();
  await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId } });
});
afterAll(() => world.close());

let count = 0;
const body = (text = 'Hello {{1}}, your bike is ready to be collected.', samples = ['Ana']) => ({
  type: 'BODY',
  text,
  ...(samples.length === 0 ? {} : { example: { body_text: [samples] } }),
});
const draft = (changes: object = {}) => ({
  channel_id: world.channelId,
  name: `bike_ready_${++count}`,
  language: 'en',
  category: 'UTILITY' as const,
  components: [body()],
  ...changes,
});
const create = (changes: object = {}) => world.api('POST /api/templates', { body: draft(changes) });
const change = (id: string, changes: object) => world.api('PUT /api/templates/{id}', { params: { id }, body: changes });
const get = async (id: string) => (await world.api('GET /api/templates/{id}', { params: { id } })).body;
const faults = (settings: object) => world.phone('POST', '/faults', settings);
const reviewed = (id: string, status: string) =>
  until(async () => {
    const row = await get(id);
    return row.status === status && row;
  });
/* Webhooks carry whole seconds, and an event of the same second is not newer. */
const beforeThisSecond = (id: string) =>
  world.server.owner.query(`update templates set status_at = status_at - interval '5 seconds' where id = $1`, [id]);
type Refusal = { error: { code: string; data: { field: string; msg: string }[] } };
const fieldsOf = (answer: { body: unknown }) => (answer.body as Refusal).error.data.map(({ field }) => field);

describe('a draft', () => {
  test('is created once, whatever is repeated, and is offered nowhere', async () => {
    const content = { ...draft(), id: newId() };
    const made = await world.api('POST /api/templates', { body: content });
    const again = await world.api('POST /api/templates', { body: content });
    expect([made.status, again.status]).toEqual([201, 200]);
    expect(made.body).toMatchObject({ id: content.id, status: 'DRAFT', fetched_at: null });
    expect(again.body).toEqual(made.body);
    const other = await world.api('POST /api/templates', { body: { ...content, language: 'de' } });
    expect((other.body as unknown as Refusal).error.code).toBe('id_conflict');
    const taken = await world.api('POST /api/templates', { body: { ...content, id: newId() } });
    expect((taken.body as unknown as Refusal).error).toMatchObject({ code: 'name_taken', data: [{ field: 'name' }] });
    const active = (await world.api('GET /api/templates', { query: { status: 'ACTIVE' } })).body.data;
    expect(active.map(({ id }) => id)).not.toContain(content.id);
    await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId } });
    expect((await get(content.id)).status).toBe('DRAFT');
  });

  test('may be wrong until it is submitted; then everything wrong is named, and nothing reaches WhatsApp', async () => {
    const made = await create({ components: [body('{{1}} {{3}}', []), { type: 'FOOTER', text: 'x'.repeat(61) }] });
    expect(made.status).toBe(201);
    const refused = await change(made.body.id, { submit: true });
    expect(refused.status).toBe(422);
    expect(new Set(fieldsOf(refused))).toEqual(new Set(['body', 'samples.1', 'samples.3', 'footer']));
    expect((await get(made.body.id)).status).toBe('DRAFT');
    const direct = await create({ components: [body('Hello')], name: 'Not A Name' });
    expect([direct.status, fieldsOf(direct)]).toEqual([422, ['name']]);
  });

  test('has a validity period that its category allows before it is submitted', async () => {
    const { body: made } = await create({ message_send_ttl_seconds: 3_600 });
    expect(made.message_send_ttl_seconds).toBe(3_600);
    expect((await change(made.id, { category: 'MARKETING' })).body.message_send_ttl_seconds).toBe(3_600);
    expect(fieldsOf(await change(made.id, { submit: true }))).toEqual(['message_send_ttl_seconds']);
    expect(fieldsOf(await change(made.id, { message_send_ttl_seconds: 29 }))).toEqual(['message_send_ttl_seconds']);
    expect((await change(made.id, { message_send_ttl_seconds: null })).body.message_send_ttl_seconds).toBeNull();
  });

  test('that someone else changed meanwhile is a conflict', async () => {
    const { id, version } = (await create()).body;
    expect((await change(id, { category: 'MARKETING', version })).status).toBe(200);
    expect((await change(id, { category: 'UTILITY', version })).status).toBe(409);
  });
});

describe('a review', () => {
  test('approves what fits, and a rejected template can be corrected and approved', async () => {
    await faults({ review_ms: 20, reject_templates: 'INVALID_FORMAT' });
    const { body: made } = await create({ submit: true });
    expect(['PENDING', 'REJECTED']).toContain(made.status);
    expect(await reviewed(made.id, 'REJECTED')).toMatchObject({ status_reason: 'INVALID_FORMAT' });
    await beforeThisSecond(made.id);
    await world.phone('DELETE', '/faults');
    await faults({ review_ms: 20 });
    const components = [body('Hello {{1}}, your bike is ready. See you soon at the shop.')];
    const again = await change(made.id, { components, submit: true });
    expect(again.status).toBe(200);
    const active = await reviewed(made.id, 'ACTIVE');
    expect(active).toMatchObject({ components, draft: null, status_reason: null });
    await world.phone('DELETE', '/faults');
  });

  test('keeps the change of an approved template apart until it is submitted', async () => {
    await faults({ review_ms: 20 });
    const { body: made } = await create({ submit: true });
    const active = await reviewed(made.id, 'ACTIVE');
    const components = [body('Hi {{1}}, your bike is ready at the shop.')];
    const saved = await change(made.id, { components });
    expect(saved.body).toMatchObject({ status: 'ACTIVE', components: active.components, draft: { components } });
    const fixed = await change(made.id, { category: 'MARKETING' });
    expect(fieldsOf(fixed)).toEqual(['category']);
    const dropped = await world.api('DELETE /api/templates/{id}/draft', { params: { id: made.id } });
    expect(dropped.body.draft).toBeNull();
    await faults({ review_ms: 60_000 });
    const submitted = await change(made.id, { components, submit: true });
    expect(submitted.body).toMatchObject({ status: 'PENDING', components, draft: null });
    expect((await change(made.id, { components })).status).toBe(422);
    await world.phone('DELETE', '/faults');
  });

  test('gives WhatsApp the validity period, and its default where there is none any more', async () => {
    await faults({ review_ms: 20 });
    const { body: made } = await create({ message_send_ttl_seconds: 3_600, submit: true });
    await reviewed(made.id, 'ACTIVE');
    const sync = { body: { channel_id: world.channelId, dry_run: true } };
    const difference = async () => {
      const { changes } = (await world.api('POST /api/templates/sync', sync)).body;
      const fields = changes.find(({ id }) => id === made.id)?.fields ?? [];
      return fields.filter(({ field }) => field !== 'quality');
    };
    expect(await difference()).toEqual([]);
    await beforeThisSecond(made.id);
    const changed = await change(made.id, { message_send_ttl_seconds: null, submit: true });
    expect(changed.body.message_send_ttl_seconds).toBeNull();
    await reviewed(made.id, 'ACTIVE');
    // The simulator has -1, which is the default of its category.
    expect(await difference()).toEqual([]);
    await world.server.owner.query('update templates set message_send_ttl_seconds = 60 where id = $1', [made.id]);
    expect(await difference()).toEqual([{ field: 'message_send_ttl_seconds', before: 60, after: 2_592_000 }]);
    await world.phone('DELETE', '/faults');
  });

  test('finds the template of a submission whose answer was lost', async () => {
    // Longer than the test: a report of the review would settle it too.
    await faults({ review_ms: 3_600_000 });
    const { body: made } = await create();
    const at = `${made.waba_id}/message_templates`;
    await fetch(`${world.simulator.url}/v25.0/${at}`, {
      method: 'POST',
      headers: { authorization: 'Bearer EAA-token-of-the-test-channel', 'content-type': 'application/json' },
      body: JSON.stringify({ name: made.name, language: 'en', category: 'UTILITY', components: made.components }),
    });
    // Without a submission of ours the name is simply taken.
    expect((await change(made.id, { submit: true })).status).toBe(422);
    await world.server.owner.query(`update templates set submitted_at = now() where id = $1`, [made.id]);
    const adopted = await change(made.id, { submit: true });
    expect([adopted.status, adopted.body.status]).toEqual([200, 'PENDING']);
    await world.phone('DELETE', '/faults');
  });

  test('that WhatsApp refuses to begin, or does not answer, leaves the draft', async () => {
    await faults({ every_call_error: 2 });
    const { body: made } = await create();
    expect((await change(made.id, { submit: true })).status).toBe(503);
    await faults({ every_call_error: 200 });
    expect((await change(made.id, { submit: true })).status).toBe(422);
    expect((await get(made.id)).status).toBe('DRAFT');
    await world.phone('DELETE', '/faults');
    const taken = await create({ name: 'hello_world', language: 'en_US', submit: true });
    expect(taken.status).toBe(409);
  });
});

describe('deleting', () => {
  test('warns with the names of what uses a template, deletes it on WhatsApp, and it can be restored as a draft', async () => {
    await faults({ review_ms: 20 });
    const { body: made } = await create({ submit: true });
    await reviewed(made.id, 'ACTIVE');
    const params = { id: world.channelId };
    await world.api('PUT /api/channels/{id}', { params, body: { default_templates: { first_message: made.id } } });
    const { data: usage } = (await world.api('GET /api/templates/usage')).body;
    expect(usage.find(({ template_id: id }) => id === made.id)?.used_in).toEqual([
      { kind: 'channel', id: world.channelId, name: 'Kestrel shop', state: 'first_message' },
    ]);
    const remove = (query: object) => world.api('DELETE /api/templates/{id}', { params: { id: made.id }, query });
    const refused = await remove({ unused: 'true' });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'in_use' } } });
    expect(JSON.stringify(refused.body)).toContain('Kestrel shop');
    expect((await remove({})).status).toBe(204);
    expect((await remove({})).status).toBe(404);
    expect((await world.api('GET /api/templates/{id}', { params: { id: made.id } })).status).toBe(404);
    const deleted = (await world.api('GET /api/templates', { query: { status: 'DELETED' } })).body.data;
    expect(deleted.map(({ id }) => id)).toContain(made.id);
    await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId } });
    expect((await world.api('GET /api/templates/{id}', { params: { id: made.id } })).status).toBe(404);
    const restored = await world.api('POST /api/templates/{id}/restore', { params: { id: made.id } });
    expect(restored.body).toMatchObject({ status: 'DRAFT', components: made.components });
    await world.phone('DELETE', '/faults');
  });

  test('gives the name of a deleted draft back', async () => {
    const { body: made } = await create();
    await world.api('DELETE /api/templates/{id}', { params: { id: made.id } });
    const again: { status: number; body: Template } = await create({ name: made.name });
    expect(again.status).toBe(201);
  });
});

test('the sample of a header is uploaded to WhatsApp as a file', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const upload = await fetch(`${world.server.url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.token}`, 'content-type': 'image/png', 'x-filename': 'road.png' },
    body: new Uint8Array(png),
  });
  const { id: media_id } = (await upload.json()) as { id: string };
  const sample = (id: string) =>
    world.api('POST /api/templates/samples', { body: { channel_id: world.channelId, media_id: id } });
  const { handle } = (await sample(media_id)).body;
  expect(handle).toMatch(/^4::/);
  expect((await sample(newId())).status).toBe(404);
  const header = { type: 'HEADER', format: 'IMAGE', example: { header_handle: [handle] } };
  await faults({ review_ms: 20 });
  const made = await create({ components: [header, body()], submit: true });
  expect(made.status).toBe(201);
  expect((await reviewed(made.body.id, 'ACTIVE')).components?.[0]).toEqual(header);
});
