import type { AiUsage, InputOf, Message, TranscriptionSettings } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getMessage, queryAsOwner } from '../../../testing/inbox.ts';
import { customerSends, untilMediaSettled } from '../../../testing/media-flow.ts';
import { voiceNote } from '../../../testing/recordings.ts';
import { commandEngine, startTranscriber, type Transcriber } from '../../../testing/transcriber.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

type Body = InputOf<'PUT /api/ai/transcription'>['body'];
type Failure = { error: { code: string; message: string; data: { field: string; msg: string }[] } };
const key = 'sk-test-0123456789abcdef';
let transcriber: Transcriber;
let engine: Awaited<ReturnType<typeof commandEngine>>;
let world: World;

beforeAll(async () => {
  transcriber = await startTranscriber();
  engine = await commandEngine();
  world = await testWorld({
    env: { ALLOWED_PRIVATE_HOSTS: transcriber.host, TRANSCRIPTION_COMMAND: engine.setting },
  });
});
afterAll(async () => {
  await world.close();
  await transcriber.close();
  await engine.close();
});
afterEach(async () => {
  transcriber.answer = { json: { text: 'OK' } };
  await sql('delete from ai_calls');
  await sql('delete from ai_months');
  await sql('delete from transcription_settings');
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const failureOf = (answer: { body: unknown }) => (answer.body as unknown as Failure).error;
const usage = async () => (await world.api('GET /api/ai/usage')).body as AiUsage;
const settings = async () => (await world.api('GET /api/ai/transcription')).body as TranscriptionSettings;

async function connect(model = 'small'): Promise<void> {
  const body = {
    ...{ base_url: transcriber.baseUrl, api_key: key, model, functions: [], monthly_tokens: 1_000 },
    ...{ input_price: 2, output_price: 10, currency: 'EUR', includes_names: false },
  };
  expect((await world.api('PUT /api/ai/settings', { body })).status).toBe(200);
}
const chosen: Body = {
  engine: 'provider',
  model: 'whisper-1',
  automatic: false,
  minute_price: 0.6,
  monthly_minutes: 60,
};
async function agreed(): Promise<string> {
  return (await settings()).provider?.consent_id ?? '';
}
async function ready(more: Partial<Body> = {}): Promise<void> {
  await connect();
  const body = { ...chosen, ...(more.engine !== 'server' && { consent_id: await agreed() }), ...more };
  expect((await world.api('PUT /api/ai/transcription', { body })).status).toBe(200);
}
let sent = 0;
let lastNote: Buffer;
async function arrives(seconds = 12, voice = true): Promise<Message> {
  lastNote = await voiceNote(seconds, ++sent);
  const message = await customerSends(world, 'audio', lastNote, 'audio/ogg', { voice });
  return untilMediaSettled(world, message.id);
}
const ask = (id: string) => world.api('POST /api/messages/{id}/transcript', { params: { id }, body: {} });
const settled = (id: string) =>
  until(async () => {
    const { audio } = await getMessage(world, id);
    return audio?.transcript === undefined || audio.transcript.state === 'waiting' ? null : audio.transcript;
  });
const written = async (id: string) => {
  expect((await ask(id)).status).toBe(200);
  return settled(id);
};
const search = async (q: string, more = {}) =>
  (await world.api('GET /api/messages/search', { query: { q, ...more } } as never)).body as unknown as {
    data: { id: string; text: string }[];
  };

describe('settings', () => {
  it('are off at first, and nothing can be asked', async () => {
    expect(await settings()).toMatchObject({ engine: 'off', automatic: false, server_engine: true, used_minutes: 0 });
    expect((await world.api('GET /api/ai')).body).toMatchObject({ transcription: false });
    const note = await arrives();
    const answer = await ask(note.id);
    expect([answer.status, failureOf(answer).code]).toEqual([409, 'ai_off']);
    expect(note.audio?.transcript).toBeUndefined();
  });

  it('need agreement to what is sent, again after another provider', async () => {
    await connect();
    const put = (body: Body) => world.api('PUT /api/ai/transcription', { body });
    const refused = await put(chosen);
    expect([refused.status, failureOf(refused).data[0]?.field]).toEqual([422, 'consent_id']);
    await ready();
    expect(await settings()).toMatchObject({ engine: 'provider', agreed: true });
    expect((await world.api('GET /api/ai')).body).toMatchObject({ transcription: true });
    await connect('other');
    expect(await settings()).toMatchObject({ engine: 'provider', agreed: false });
    const note = await arrives();
    const answer = await ask(note.id);
    expect([answer.status, failureOf(answer).message]).toEqual([409, expect.stringContaining('agree to sending')]);
    expect(transcriber.asked.length).toBe(0);
  });

  it('a model is named, and who changed what is in the audit log', async () => {
    await ready();
    const answer = await world.api('PUT /api/ai/transcription', {
      body: { ...chosen, model: ' ', consent_id: await agreed() },
    });
    expect([answer.status, failureOf(answer).data[0]?.field]).toEqual([422, 'model']);
    const [event] = await sql<{ detail: unknown }>(
      `select detail from audit_events where action = 'ai.transcription_changed' order by id desc limit 1`,
    );
    expect(JSON.stringify(event?.detail)).toContain('whisper-1');
  });
});

describe('by the provider', () => {
  it('a member has a voice note written down: only the recording is sent, and its minutes are paid', async () => {
    await ready();
    transcriber.answer = { json: { text: ' Please deliver on Friday. ', language: 'german', duration: 30 } };
    const note = await arrives(12);
    const before = transcriber.asked.length;
    expect(await written(note.id)).toEqual({ state: 'ready', text: 'Please deliver on Friday.', language: 'de' });
    expect(transcriber.asked.length).toBe(before + 1);
    expect(transcriber.asked.at(-1)).toMatchObject({
      ...{ authorization: `Bearer ${key}`, model: 'whisper-1', format: 'verbose_json', name: 'recording.ogg' },
      bytes: lastNote,
    });
    // What is written down is not asked for again.
    expect((await ask(note.id)).body).toMatchObject({ audio: { transcript: { state: 'ready' } } });
    expect(transcriber.asked.length).toBe(before + 1);
    expect((await usage()).month).toMatchObject({ calls: 1, failed: 0, costs: [{ currency: 'EUR', amount: 0.3 }] });
    expect(await settings()).toMatchObject({ used_minutes: 1 });
  });

  it('writes customers’ voice notes down as they arrive where the account wants it, other sounds not', async () => {
    await ready({ automatic: true, model: 'gpt-4o-mini-transcribe' });
    transcriber.answer = { json: { text: 'Hello there' } };
    const note = await arrives();
    expect(await settled(note.id)).toEqual({ state: 'ready', text: 'Hello there' });
    expect(transcriber.asked.at(-1)).toMatchObject({ format: 'json' });
    const song = await arrives(12, false);
    expect(song.audio?.transcript).toBeUndefined();
  });

  it('a failure says what to do, and trying again works', async () => {
    await ready();
    transcriber.answer = { status: 429, message: 'quota' };
    const note = await arrives();
    expect(await written(note.id)).toEqual({
      state: 'failed',
      reason: expect.stringMatching(/rate limit or credit.*\(.*quota.*\)/),
    });
    expect(await settings()).toMatchObject({ used_minutes: 0 });
    transcriber.answer = { json: { text: '' } };
    expect(await written(note.id)).toEqual({ state: 'ready', text: '' });
  });

  it('stays within the minutes of the month and within half an hour', async () => {
    await ready({ monthly_minutes: 1 });
    const [first, second, long] = [await arrives(40), await arrives(40), await arrives(1_801)];
    expect((await written(first.id)).state).toBe('ready');
    const before = transcriber.asked.length;
    expect(await written(second.id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('used up') });
    expect(await written(long.id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('30 minutes') });
    expect(transcriber.asked.length).toBe(before);
    expect((await usage()).month).toMatchObject({ calls: 1, failed: 0 });
    await ready({ monthly_minutes: 2 });
    expect((await written(second.id)).state).toBe('ready');
  });
});

describe('by the engine of the server', () => {
  it('runs its command with the file alone, without the settings of the server', async () => {
    await ready({ engine: 'server', model: '' });
    const note = await arrives();
    const { length } = lastNote;
    expect(await written(note.id)).toEqual({ state: 'ready', text: `--text heard ${length} bytes, home` });
    expect((await usage()).month.costs).toEqual([]);
  });

  it('that fails says so, and is tried again', async () => {
    await ready({ engine: 'server', model: '' });
    const note = await arrives();
    await engine.breaks(true);
    expect(await written(note.id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('engine') });
    await engine.breaks(false);
    expect((await written(note.id)).state).toBe('ready');
  });
});

describe('a transcript', () => {
  it('is found by search with the hit shown, in all conversations and in one, and is gone with its message', async () => {
    await ready();
    transcriber.answer = { json: { text: 'The derailleur makes a terrible noise' } };
    const note = await arrives();
    await written(note.id);
    const all = await search('derailleur');
    expect(all.data).toMatchObject([{ id: note.id, text: 'The derailleur makes a terrible noise' }]);
    expect((await search('terrible noise', { thread_id: note.thread_id })).data.length).toBe(1);
    const erased = await world.api('POST /api/contacts/{id}/erase', {
      params: { id: note.contact_id },
      body: { confirm: 'ERASE' },
    });
    expect(erased.status).toBeLessThan(300);
    await until(async () => (await sql('select 1 from messages where id = $1', [note.id])).length === 0);
    expect((await search('derailleur')).data).toEqual([]);
  });

  it('is asked for in visible conversations and for recordings only', async () => {
    await ready();
    const answer = await ask('00000000-0000-4000-8000-000000000000');
    expect(answer.status).toBe(404);
    const text = await sql<{ id: string }>(`select id from messages where type <> 'audio' limit 1`);
    if (text[0] !== undefined) expect((await ask(text[0].id)).status).toBe(422);
  });

  it('that waits when the server is restored can be asked for again', async () => {
    await ready();
    transcriber.answer = 'hang';
    const note = await arrives();
    const before = transcriber.asked.length;
    await ask(note.id);
    await until(async () => transcriber.asked.length > before);
    const { failRestoredTranscripts } = await import('../../messaging/threads/transcript-repo.ts');
    await world.server.platform.db.system.transaction('maintenance', failRestoredTranscripts);
    expect(await settled(note.id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('restored') });
  });
});
