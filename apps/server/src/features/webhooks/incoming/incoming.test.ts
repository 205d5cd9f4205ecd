import { type FillableTemplate, listTemplateVariables } from '@parley/contract/template-fill';
import type { IncomingCall, IncomingPreview, IncomingWebhook, OutputOf, Template } from '@parley/contract/types';
import { Webhook as Signer } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretsFrom } from '../../../platform/secrets.ts';
import { customerWrites, queryAsOwner } from '../../../testing/inbox.ts';
import { callIncoming } from '../../../testing/incoming-call.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { createTeam } from '../../../testing/team.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';
import { resealIncomingSecrets } from './incoming-secrets.ts';

type Made = IncomingWebhook & { secret: string };
let world: World;
let listId: string;

beforeAll(async () => {
  world = await testWorld();
  await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, dry_run: false } });
  listId = (await world.api('POST /api/contact-lists', { body: { name: 'Leads' } })).body.id;
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const contact = { phone_number: 'customer.phone', name: 'customer.name' };
const text = (words = 'Order {{order.id}} is ready, {{customer.name}}') => ({
  type: 'text' as const,
  channel_id: world.channelId,
  text: words,
});
async function create(more: object = {}): Promise<Made> {
  const made = await world.api('POST /api/incoming-webhooks', { body: { name: 'Shop', contact, ...more } } as never);
  expect(made.status).toBe(201);
  return made.body as Made;
}
const calls = async (id: string, query: object = {}) =>
  (await world.api('GET /api/incoming-webhooks/{id}/calls', { params: { id }, query } as never)).body
    .data as IncomingCall[];
const contactsWith = async (phone: string) =>
  sql<{ id: string; name: string; origin: string; created_by: string; custom_fields: object; version: number }>(
    'select * from contacts where client_id = $1 and phone_number = $2',
    [world.clientId, phone],
  );
const messagesTo = (phone: string) =>
  sql<{ id: string; medium: string; source: string; created_by: string; content: { body?: string } }>(
    `select * from messages where client_id = $1 and direction = 'OUTGOING' and "to" = $2`,
    [world.clientId, phone],
  );
const order = (phone: string, name = 'Vera', id: unknown = 17) => ({
  customer: { phone: `+${phone}`, name },
  order: { id },
});

describe('a call', () => {
  it('creates the contact, and the next one updates it', async () => {
    const fields = [{ field: 'Plan', path: 'items[0].plan' }];
    const made = await create({ contact: { ...contact, custom_fields: fields, contact_list_ids: [listId] } });
    expect(made.url).toMatch(/\/hooks\/in\/[0-9a-f-]{36}$/);
    expect(made.url).not.toContain(made.id);
    const phone = freshPhone();
    const first = await callIncoming(made.url, made.secret, { ...order(phone), items: [{ plan: 'Gold' }] });
    expect(first).toMatchObject({ status: 200, body: { repeated: false, message_id: null } });
    const [row] = await contactsWith(phone);
    expect(row).toMatchObject({ name: 'Vera', origin: 'WEBHOOK', created_by: 'webhook' });
    expect(row?.id).toBe(first.body['contact_id']);
    await callIncoming(made.url, made.secret, order(phone, 'Vera Lind'));
    const { body } = await world.api('GET /api/contacts/{id}', { params: { id: row?.id ?? '' } });
    expect(body).toMatchObject({ name: 'Vera Lind', custom_fields: { Plan: 'Gold' }, contact_list_ids: [listId] });
    const before = (await contactsWith(phone))[0]?.version;
    await callIncoming(made.url, made.secret, order(phone, 'Vera Lind'));
    expect((await contactsWith(phone))[0]?.version).toBe(before);
    expect((await calls(made.id)).map(({ state, status }) => [state, status])).toEqual(
      Array(3).fill(['accepted', 200]),
    );
  });

  it('sends nothing with a value of the text that it lacks, also one whose name has blanks', async () => {
    const made = await create({ message: text('Code {{ order code }} for {{customer.name}}') });
    const phone = freshPhone();
    await customerWrites(world, phone);
    expect((await callIncoming(made.url, made.secret, order(phone))).status).toBe(422);
    expect(await messagesTo(phone)).toEqual([]);
    const whole = { ...order(phone), 'order code': 'A-17' };
    expect((await callIncoming(made.url, made.secret, whole)).status).toBe(200);
    expect((await messagesTo(phone)).map(({ content }) => content.body)).toEqual(['Code A-17 for Vera']);
    await world.api('DELETE /api/incoming-webhooks/{id}', { params: { id: made.id } });
  });

  it('sends in an open window, signed by the public library, and the dispatcher delivers it', async () => {
    const made = await create({ message: text() });
    const phone = freshPhone();
    await customerWrites(world, phone);
    const body = JSON.stringify(order(phone, 'Amara'));
    const now = new Date();
    const signature = new Signer(made.secret).sign('msg_1', now, body);
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': signature,
    };
    expect((await callIncoming(made.url, made.secret, body, { headers })).status).toBe(200);
    const [sent] = await messagesTo(phone);
    expect(sent).toMatchObject({ medium: 'WEBHOOK', source: 'API', created_by: 'webhook' });
    expect(sent?.content.body).toBe('Order 17 is ready, Amara');
    await until(async () => {
      const [row] = await sql<{ status: number }>('select status from messages where id = $1', [sent?.id]);
      return (row?.status ?? 0) > 0;
    });
  });

  it('sends a template outside the window; a text is refused there and leaves no contact', async () => {
    const { body: templates } = await world.api('GET /api/templates', { query: { status: 'ACTIVE' } });
    const template = templates.data.find(({ name }) => name === 'order_ready') as Template;
    const keys = listTemplateVariables(template as FillableTemplate).map(({ key }) => key);
    const values = Object.fromEntries(keys.map((key) => [key, 'No {{order.id}}']));
    const message = { type: 'template', channel_id: world.channelId, template_id: template.id, values };
    const made = await create({ message });
    const phone = freshPhone();
    expect((await callIncoming(made.url, made.secret, order(phone))).body).toMatchObject({ repeated: false });
    const [sent] = await messagesTo(phone);
    expect(JSON.stringify(sent?.content)).toContain('No 17');
    const texts = await create({ message: text() });
    const other = freshPhone();
    const refused = await callIncoming(texts.url, texts.secret, order(other));
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'window_closed' } } });
    expect(await contactsWith(other)).toEqual([]);
  });

  it.each([
    ['customer.phone', (phone: string) => ({ ...order(phone), customer: { name: 'Vera' } }), 422],
    ['customer.phone', () => order('12'), 422],
    ['customer.name', (phone: string) => order(phone, { first: 'V' } as never), 422],
    ['order.id', (phone: string) => order(phone, 'Vera', null), 422],
    [null, () => '{"customer":', 400],
  ] as const)('with a wrong value says where: %s', async (field, body, status) => {
    const made = await create({ message: text() });
    const phone = freshPhone();
    const refused = await callIncoming(made.url, made.secret, body(phone));
    const { error } = refused.body as { error: { data: Array<{ field: string }> } };
    expect([refused.status, error.data[0]?.field ?? null]).toEqual([status, field]);
    expect(await calls(made.id)).toMatchObject([{ state: 'failed', status, error_field: field }]);
    expect([await contactsWith(phone), await messagesTo(phone)]).toEqual([[], []]);
  });

  it('repeated by its id has one effect, also at the same time', async () => {
    const made = await create({ message: text() });
    const phone = freshPhone();
    await customerWrites(world, phone);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => callIncoming(made.url, made.secret, order(phone), { id: 'order-17' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(answers.filter(({ body }) => body['repeated'] === false)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body['message_id'])).size).toBe(1);
    expect(await messagesTo(phone)).toHaveLength(1);
    expect(await calls(made.id)).toHaveLength(1);
  });

  it('is refused without a right signature, when it is old, and when it is too large', async () => {
    const made = await create();
    const body = order(freshPhone());
    const other = await create();
    const status = async (...call: Parameters<typeof callIncoming>) => (await callIncoming(...call)).status;
    expect(await status(made.url, other.secret, body)).toBe(401);
    expect(await status(made.url, made.secret, body, { headers: {} })).toBe(401);
    expect(await status(made.url, made.secret, body, { atMs: Date.now() - 301_000 })).toBe(401);
    expect(await status(made.url, made.secret, body, { headers: { authorization: 'Bearer whsec_wrong' } })).toBe(401);
    const changed = made.url.endsWith('x') ? 'y' : 'x';
    expect(await status(`${made.url.slice(0, -1)}${changed}`, made.secret, body)).toBe(404);
    expect(await status(made.url, made.secret, { ...body, more: 'x'.repeat(70_000) })).toBe(413);
    const logged = await calls(made.id);
    expect(logged.map(({ status: code, error, attempts }) => [code, error?.split(' ')[1], attempts]).sort()).toEqual([
      [401, 'secret', 1],
      [401, 'signature', 2],
      [401, 'timestamp', 1],
    ]);
    for (const { id } of logged) {
      const params = { id: made.id, call_id: id };
      const replay = world.api('POST /api/incoming-webhooks/{id}/calls/{call_id}/replay', { params });
      expect((await replay).status).toBe(409);
    }
  });

  it('of a tool that cannot sign has the secret as its bearer token', async () => {
    const made = await create();
    const headers = { authorization: `Bearer ${made.secret}` };
    const phone = freshPhone();
    expect((await callIncoming(made.url, '', order(phone), { headers })).status).toBe(200);
    const named = { ...headers, 'idempotency-key': 'lead-1' };
    expect((await callIncoming(made.url, '', order(phone), { headers: named })).body['repeated']).toBe(false);
    expect((await callIncoming(made.url, '', order(phone), { headers: named })).body['repeated']).toBe(true);
  });

  it('over the rate is refused with the time to wait', async () => {
    const made = await create();
    const refused: number[] = [];
    const phone = freshPhone();
    await until(async () => {
      // Enough at once that a slow machine, too, takes them faster than 20 a second.
      const answers = await Promise.all(
        Array.from({ length: 400 }, () => callIncoming(made.url, made.secret, order(phone), { id: 'same' })),
      );
      refused.push(...answers.map(({ status }) => status).filter((status) => status === 429));
      return refused.length > 0;
    });
  });
});

describe('an incoming webhook', () => {
  it('accepts calls with the old secret for 24 hours after a rotation', async () => {
    const made = await create();
    const params = { id: made.id };
    const rotated = await world.api('POST /api/incoming-webhooks/{id}/rotate-secret', { params, body: {} });
    const { secret, previous_secret_until: end } =
      rotated.body as OutputOf<'POST /api/incoming-webhooks/{id}/rotate-secret'>;
    expect(Date.parse(end ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const phone = freshPhone();
    const status = async (used: string) => (await callIncoming(made.url, used, order(phone))).status;
    expect([await status(made.secret), await status(secret)]).toEqual([200, 200]);
    await sql("update incoming_webhooks set previous_secret_until = now() - interval '1 s' where id = $1", [made.id]);
    expect([await status(made.secret), await status(secret)]).toEqual([401, 200]);
  });

  it('that is paused keeps calls for a replay, which has its effect once', async () => {
    const made = await create();
    const params = { id: made.id };
    await world.api('PUT /api/incoming-webhooks/{id}', { params, body: { state: 'paused' } } as never);
    const phone = freshPhone();
    expect((await callIncoming(made.url, made.secret, order(phone), { id: 'late' })).status).toBe(503);
    expect(await contactsWith(phone)).toEqual([]);
    const [failed] = await calls(made.id, { state: 'failed' });
    const replay = () =>
      world.api('POST /api/incoming-webhooks/{id}/calls/{call_id}/replay', {
        params: { id: made.id, call_id: failed?.id ?? '' },
        body: {},
      });
    expect((await replay()).body).toMatchObject({ state: 'failed', status: 503, attempts: 2 });
    await world.api('PUT /api/incoming-webhooks/{id}', { params, body: { state: 'active' } } as never);
    expect((await replay()).body).toMatchObject({ state: 'accepted', status: 200, attempts: 3 });
    expect((await replay()).body).toMatchObject({ state: 'accepted', attempts: 3 });
    expect((await callIncoming(made.url, made.secret, order(phone), { id: 'late' })).body['repeated']).toBe(true);
    expect(await contactsWith(phone)).toHaveLength(1);
    const { body } = await world.api('GET /api/incoming-webhooks/{id}', { params });
    expect(body.last_24h).toEqual({ accepted: 1, failed: 0 });
  });

  it('shows what a call would do, and does not do it', async () => {
    const made = await create({ message: text() });
    const phone = freshPhone();
    await customerWrites(world, phone);
    const test = (body: unknown) =>
      world.api('POST /api/incoming-webhooks/{id}/test', { params: { id: made.id }, body: { body } } as never);
    const shown = (await test(order(phone, 'Testa'))).body as IncomingPreview;
    expect(shown).toMatchObject({
      contact: { name: 'Testa', phone_number: phone },
      message: 'Order 17 is ready, Testa',
    });
    expect((await test({})).status).toBe(422);
    expect(await messagesTo(phone)).toEqual([]);
    expect((await contactsWith(phone))[0]?.name).toBe('Amara Okafor');
    expect(await calls(made.id)).toEqual([]);
  });

  it('names only what the account has, follows a new name of an attribute, and ends with its calls', async () => {
    const wrong = { name: 'X', contact: { ...contact, contact_list_ids: [crypto.randomUUID()] } };
    const refused = await world.api('POST /api/incoming-webhooks', { body: wrong } as never);
    expect(JSON.stringify(refused.body)).toContain('contact.contact_list_ids');
    const noChannel = { name: 'X', contact, message: { ...text(), channel_id: crypto.randomUUID() } };
    expect((await world.api('POST /api/incoming-webhooks', { body: noChannel } as never)).status).toBe(422);
    const made = await create({ contact: { ...contact, custom_fields: [{ field: 'Size', path: 'size' }] } });
    await callIncoming(made.url, made.secret, { ...order(freshPhone()), size: 3 });
    await world.api('PUT /api/custom-fields/{name}', { params: { name: 'Size' }, body: { name: 'Length' } } as never);
    const { body } = await world.api('GET /api/incoming-webhooks/{id}', { params: { id: made.id } });
    expect(body.contact.custom_fields).toEqual([{ field: 'Length', path: 'size' }]);
    await world.api('DELETE /api/incoming-webhooks/{id}', { params: { id: made.id } });
    expect((await callIncoming(made.url, made.secret, order(freshPhone()))).status).toBe(404);
    expect(await sql('select from incoming_webhook_calls where webhook_id = $1', [made.id])).toEqual([]);
  });

  it('is not found by another account, and its calls are neither', async () => {
    const made = await create();
    await callIncoming(made.url, made.secret, order(freshPhone()));
    const [call] = await calls(made.id);
    const team = await createTeam(world.server);
    const at = (method: string, path: string, body?: object) => team.call(team.owner, method, path, body);
    const address = `/incoming-webhooks/${made.id}`;
    expect((await at('GET', `${address}/calls/${call?.id}`)).status).toBe(404);
    expect((await at('POST', `${address}/calls/${call?.id}/replay`, {})).status).toBe(404);
    expect((await at('POST', `${address}/test`, { body: {} })).status).toBe(404);
    const same = await at('POST', '/incoming-webhooks', { id: made.id, name: 'Mine', contact });
    expect(same.status).toBe(201);
    expect((await callIncoming(made.url, made.secret, order(freshPhone()))).status).toBeLessThan(300);
    const user = await team.add('User', 'Uma');
    expect((await team.call(user, 'GET', '/incoming-webhooks')).status).toBe(403);
  });

  it('has its secret sealed again after a change of the installation’s key', async () => {
    const made = await create();
    const next = secretsFrom(Buffer.alloc(32, 7), []);
    const { open } = world.server.platform.secrets;
    const both = { ...next, open, isSealedBefore: (sealed: Buffer) => next.isSealedBefore(sealed) };
    expect(await resealIncomingSecrets({ ...world.server.platform, secrets: both })).toBeGreaterThan(0);
    const [row] = await sql<{ secret_enc: Buffer }>('select secret_enc from incoming_webhooks where id = $1', [
      made.id,
    ]);
    expect(next.open(row?.secret_enc ?? Buffer.alloc(0), `incoming_webhooks.secret:${world.clientId}:${made.id}`)).toBe(
      made.secret,
    );
  });
});

describe('an erased contact', () => {
  it('leaves nothing in the log, and the same call again still has no effect', async () => {
    const made = await create();
    const phone = freshPhone();
    const answer = await callIncoming(made.url, made.secret, order(phone, 'Erik'), { id: 'erik' });
    const params = { id: String(answer.body['contact_id']) };
    await world.api('POST /api/contacts/{id}/erase', { params, body: { confirm: 'ERASE' } } as never);
    const bodies = () =>
      sql<{ body: string | null }>('select body from incoming_webhook_calls where webhook_id = $1', [made.id]);
    await until(async () => (await bodies()).every(({ body }) => body === null));
    const again = await callIncoming(made.url, made.secret, order(phone, 'Erik'), { id: 'erik' });
    expect(again.body['repeated']).toBe(true);
    expect(await contactsWith(phone)).toEqual([]);
  });
});
