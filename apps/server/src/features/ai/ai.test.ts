import type { AiDraft, AiStatus, AiUsage, InputOf, Thread } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { secretsFrom } from '../../platform/secrets.ts';
import { type AiProvider, startAiProvider } from '../../testing/ai-provider.ts';
import { customerWrites, queryAsOwner } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';
import { resealAiKeys } from './api-key.ts';
import { askProvider } from './provider.ts';
import { settleInterruptedCalls } from './spend.ts';

type SettingsBody = InputOf<'PUT /api/ai/settings'>['body'];
type Failure = { error: { code: string; message: string; data: { msg: string }[] } };
const key = 'sk-test-0123456789abcdef';
let provider: AiProvider;
let world: World;
let thread: Thread;

beforeAll(async () => {
  provider = await startAiProvider();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: provider.host } });
  thread = await customerWrites(
    world,
    freshPhone(),
    'Hi, Amara Okafor here, +44 7700 900123. How do I return my shoes?',
  );
});
afterAll(async () => {
  await world.close();
  await provider.close();
});
afterEach(() => {
  provider.answer = () => ({ text: 'OK' });
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const settings = (more: Partial<SettingsBody> = {}): SettingsBody => ({
  base_url: provider.baseUrl,
  api_key: key,
  model: 'small',
  functions: ['reply', 'answers', 'summary', 'translation'],
  monthly_tokens: 1_000_000,
  input_price: 2,
  output_price: 10,
  currency: 'EUR',
  includes_names: false,
  ...more,
});
const put = (more: Partial<SettingsBody> = {}) => world.api('PUT /api/ai/settings', { body: settings(more) });
const status = async () => (await world.api('GET /api/ai')).body as AiStatus;
async function agree(): Promise<void> {
  const { provider: connected } = await status();
  for (const action of ['reply', 'summary', 'translation'] as const) {
    const body = { action, consent_id: connected?.consent_id ?? '' };
    expect((await world.api('PUT /api/ai/consents', { body })).status).toBe(200);
  }
}
/** Connected, and everything agreed to; without the calls of earlier tests. */
async function ready(more: Partial<SettingsBody> = {}): Promise<void> {
  await sql('delete from ai_calls');
  await sql('delete from ai_months');
  expect((await put(more)).status).toBe(200);
  await agree();
}
const draft = (id = thread.id) => world.api('POST /api/threads/{id}/ai/draft', { params: { id }, body: {} });
const summary = (id = thread.id) => world.api('POST /api/threads/{id}/ai/summary', { params: { id }, body: {} });
const translation = (language: string, id = thread.last_message_id ?? '') =>
  world.api('POST /api/messages/{id}/ai/translation', { params: { id }, body: { language } });
const usage = async () => (await world.api('GET /api/ai/usage')).body as AiUsage;
const failureOf = (answer: { body: unknown }) => (answer.body as unknown as Failure).error;

describe('without a provider', () => {
  it('nothing can be asked', async () => {
    expect(await status()).toEqual({
      functions: [],
      provider: null,
      consented: [],
      transcription: false,
      language: null,
    });
    const answer = await draft();
    expect([answer.status, failureOf(answer).code]).toEqual([409, 'ai_off']);
  });

  it('a private address is refused', async () => {
    const answer = await put({ base_url: 'http://127.0.0.1:9/v1' });
    expect([answer.status, failureOf(answer).message]).toEqual([422, expect.stringContaining('private network')]);
  });
});

describe('settings', () => {
  it('never give the key, store it sealed, and audit without it', async () => {
    const answer = await put();
    expect(answer.body).toMatchObject({ settings: { key_end: 'cdef', model: 'small', input_price: 2 } });
    expect(JSON.stringify(answer.body)).not.toContain(key);
    const [row] = await sql<{ api_key_enc: Buffer }>('select api_key_enc from ai_settings');
    expect(row?.api_key_enc.includes(key)).toBe(false);
    const events = await sql('select action, detail from audit_events where action like $1', ['ai.%']);
    expect(events.map(({ action }) => action)).toContain('ai.connected');
    expect(JSON.stringify(events)).not.toContain(key);
  });

  it('another address needs the key again', async () => {
    await put();
    const { api_key: _, ...body } = settings({ base_url: `${provider.baseUrl}/` });
    const answer = await world.api('PUT /api/ai/settings', { body });
    expect([answer.status, failureOf(answer).data]).toMatchObject([422, [{ field: 'api_key' }]]);
  });

  it('survive a change of the installation’s key', async () => {
    await ready();
    const [before, after] = [world.server.platform.secrets, secretsFrom(Buffer.alloc(32, 7))];
    const both = {
      ...after,
      open: (sealed: Buffer, place: string) => before.open(sealed, place),
      isSealedBefore: () => true,
    };
    expect(await resealAiKeys({ ...world.server.platform, secrets: both })).toBe(1);
    const [row] = await sql<{ api_key_enc: Buffer }>('select api_key_enc from ai_settings');
    expect(after.open(row?.api_key_enc ?? Buffer.alloc(0), `ai_settings.api_key:${world.clientId}`)).toBe(key);
  });

  it('test the connection with a real call, and give the provider’s own words without the key', async () => {
    await ready();
    const test = () => world.api('POST /api/ai/settings/test', { body: {} });
    expect((await test()).body).toMatchObject({ ok: true, model: 'small', problem: null });
    expect(provider.asked.at(-1)).toMatchObject({ authorization: `Bearer ${key}`, body: { model: 'small' } });
    provider.answer = () => ({ status: 401, message: `Incorrect API key provided: ${key}` });
    const { body } = await test();
    expect(body).toMatchObject({ ok: false, detail: expect.stringContaining('Incorrect API key provided: …') });
    expect(JSON.stringify(body)).not.toContain(key);
    expect(await usage()).toMatchObject({
      last_24h: {
        calls: 2,
        failed: 1,
        input_tokens: 100,
        output_tokens: 20,
        costs: [{ currency: 'EUR', amount: 0.0004 }],
      },
      month: { calls: 2, failed: 1 },
      failures: [{ reason: 'key_refused', count: 1 }],
    });
  });

  it('disconnecting deletes the key and every consent’s meaning; usage stays', async () => {
    await ready();
    await draft();
    expect((await world.api('DELETE /api/ai/settings')).status).toBe(204);
    expect(await sql('select 1 from ai_settings')).toEqual([]);
    expect((await draft()).status).toBe(409);
    expect((await usage()).month.calls).toBe(1);
    await put();
    expect((await status()).consented).toEqual([]);
  });
});

describe('consent', () => {
  it('is asked for before anything is sent, and again after a change of what is sent', async () => {
    await put({ model: 'other' });
    const before = provider.asked.length;
    expect(failureOf(await draft()).code).toBe('ai_consent_needed');
    expect(provider.asked.length).toBe(before);
    await agree();
    expect((await draft()).status).toBe(200);
    const old = (await status()).provider?.consent_id ?? '';
    await put({ model: 'other', monthly_tokens: 500_000 });
    expect((await status()).consented.length).toBe(3);
    await put({ model: 'other', includes_names: true });
    expect((await status()).consented).toEqual([]);
    const body = { action: 'reply' as const, consent_id: old };
    const stale = await world.api('PUT /api/ai/consents', { body });
    expect(stale.status).toBe(409);
  });

  it('the preview is what is sent', async () => {
    await ready();
    const shown = await world.api('GET /api/threads/{id}/ai/preview', {
      params: { id: thread.id },
      query: { action: 'reply' },
    });
    await draft();
    expect(provider.asked.at(-1)?.body.messages).toEqual(shown.body.request.messages);
  });
});

describe('names and numbers', () => {
  it('are left out and put back into the answer', async () => {
    await ready();
    provider.answer = ({ body }) => {
      const said = body.messages[1]?.content ?? '';
      expect(said).not.toMatch(/Amara|Okafor|7700/);
      const [name = '', phone = ''] = [/\[name \d+\]/.exec(said)?.[0], /\[phone \d+\]/.exec(said)?.[0]];
      return { text: JSON.stringify({ reply: `Hello ${name}, we call ${phone}.`, help_text: null }) };
    };
    expect((await draft()).body.text).toBe('Hello Amara Okafor, we call +44 7700 900123.');
  });

  it('are sent when the account wants it', async () => {
    await ready({ includes_names: true });
    await summary();
    expect(provider.asked.at(-1)?.body.messages[1]?.content).toContain('Amara Okafor here, +44 7700 900123');
  });
});

describe('help texts', () => {
  it('are found by the customer’s words and quoted by their title', async () => {
    for (const [title, body] of [
      ['Returns', 'We are glad when things fit.\n\nShoes can be returned within 30 days with the label in the box.'],
      ['Opening hours', 'We are open from nine to five.'],
    ] as const) {
      expect((await world.api('POST /api/ai/help-texts', { body: { title, body } })).status).toBe(201);
    }
    await ready();
    provider.answer = () => ({ text: '```json\n{"reply": "Within 30 days.", "help_text": 1}\n```' });
    const { body } = (await draft()) as { body: AiDraft };
    expect(provider.asked.at(-1)?.body.messages[1]?.content).toContain('1. Returns');
    expect(body).toMatchObject({ text: 'Within 30 days.', searched: true });
    expect(body.source).toMatchObject({ title: 'Returns', passage: expect.stringMatching(/^Shoes can be returned/) });
    provider.answer = () => ({ text: '{"reply": "I will ask.", "help_text": null}' });
    expect((await draft()).body).toMatchObject({ source: null, searched: true });
    await ready({ functions: ['reply'] });
    await draft();
    expect(provider.asked.at(-1)?.body.messages[1]?.content).not.toContain('Help texts');
  });

  it('keep another member’s change', async () => {
    const { body } = await world.api('POST /api/ai/help-texts', { body: { title: 'Gifts', body: 'Wrapped' } });
    const change = (text: string) =>
      world.api('PUT /api/ai/help-texts/{id}', {
        params: { id: body.id },
        body: { body: text, version: body.version },
      });
    expect((await change('Wrapped in red')).status).toBe(200);
    expect((await change('Wrapped in blue')).status).toBe(409);
  });
});

describe('translations', () => {
  it('are stored per message and language, and go with the message', async () => {
    await ready();
    const other = await customerWrites(world, freshPhone(), 'Where is my order?');
    const id = other.last_message_id ?? '';
    provider.answer = () => ({ text: 'Wo ist meine Bestellung?' });
    expect((await translation('de', id)).body).toEqual({ text: 'Wo ist meine Bestellung?', language: 'de' });
    const before = provider.asked.length;
    await world.api('DELETE /api/ai/settings');
    expect((await translation('de', id)).body.text).toBe('Wo ist meine Bestellung?');
    expect(provider.asked.length).toBe(before);
    expect((await status()).language).toBe('de');
    await sql('delete from message_events where message_id = $1', [id]);
    await sql('update threads set last_message_id = null where last_message_id = $1', [id]);
    await sql('delete from messages where id = $1', [id]);
    expect(await sql('select 1 from ai_translations where message_id = $1', [id])).toEqual([]);
  });
});

describe('failures have words and a next step', () => {
  it.each([
    [{ status: 401, message: 'bad key' }, 'refused the key', 'bad key'],
    [{ status: 429, message: 'quota' }, 'rate limit or credit', 'quota'],
    [{ status: 500, message: 'boom' }, 'had a problem', 'boom'],
    ['huge', 'couldn’t be used', 'too large'],
    ['invalid', 'couldn’t be used', 'not JSON'],
  ] as const)('%j', async (answer, words, detail) => {
    await ready();
    provider.answer = () => answer;
    const failed = await summary();
    expect(failed.status).toBe(422);
    expect(failureOf(failed)).toMatchObject({ code: 'ai_failed', message: expect.stringContaining(words) });
    expect(failureOf(failed).data[0]?.msg).toContain(detail);
    expect((await usage()).last_24h).toMatchObject({ calls: 1, failed: 1 });
  });

  it('no answer ends after the time limit', async () => {
    provider.answer = () => 'hang';
    const { signal } = new AbortController();
    const asked = askProvider({ baseUrl: provider.baseUrl, key, model: 'm' }, [{ role: 'user', content: 'x' }], 5, {
      allowed: [provider.host],
      // Long enough that the request has left, also on a busy machine.
      timeoutMs: 1_500,
      signal,
    });
    await expect(asked).rejects.toMatchObject({ reason: 'timeout', charged: true });
  });

  it('a model that wants the newer name of the limit gets it', async () => {
    await ready();
    provider.answer = ({ body }) =>
      body.max_tokens === undefined
        ? { text: 'Short' }
        : { status: 400, message: "Use 'max_completion_tokens' instead of 'max_tokens'." };
    expect((await summary()).body.text).toBe('Short');
  });
});

describe('the monthly limit', () => {
  it('holds for calls at once, which hold no database connection while the provider is silent', async () => {
    const limit = 8_000;
    await ready({ monthly_tokens: limit });
    provider.answer = () => 'hang';
    let refused = 0;
    const calls = Array.from({ length: 10 }, async () => {
      const answer = await summary();
      if (answer.status === 409) refused++;
      return answer;
    });
    await until(async () => provider.hanging() + refused === 10);
    const under = provider.hanging();
    expect(under).toBeGreaterThan(1);
    expect(refused).toBeGreaterThan(1);
    const { reserved_tokens: reserved } = await usage();
    expect(reserved).toBeLessThanOrEqual(limit);
    // The next one would exceed it.
    expect(reserved + reserved / under).toBeGreaterThan(limit);
    const free = await Promise.all(Array.from({ length: 20 }, () => world.api('GET /api/ai')));
    expect(new Set(free.map((answer) => answer.status))).toEqual(new Set([200]));
    provider.release('late');
    const statuses = (await Promise.all(calls)).map((answer) => answer.status);
    expect(statuses.filter((code) => code === 200).length).toBe(under);
    expect(await usage()).toMatchObject({ reserved_tokens: 0, month: { calls: under, input_tokens: 100 * under } });
  });

  it('counts calls whose process ended as spent', async () => {
    await ready();
    await sql(
      `insert into ai_calls (client_id, id, created_by, function, reserved_tokens, currency, created_at)
       values ($1, gen_random_uuid(), 'x', 'reply', 500, 'EUR', now() - interval '10 minutes')`,
      [world.clientId],
    );
    await world.server.platform.db.system.transaction('maintenance', settleInterruptedCalls);
    expect(await usage()).toMatchObject({ reserved_tokens: 0, month: { calls: 1, failed: 1, input_tokens: 500 } });
  });

  it('a member is limited by the minute', async () => {
    await ready();
    const statuses = [];
    for (let n = 0; n < 21; n++) statuses.push((await summary()).status);
    expect(statuses.lastIndexOf(200)).toBe(19);
    expect(statuses.at(-1)).toBe(429);
  });
});
