// @module-tag data
import { once } from 'node:events';
import type { Message } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { secretsFrom } from '../../../platform/secrets.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { kill } from '../../../testing/killed-workers.ts';
import { voiceNote } from '../../../testing/recordings.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Team } from '../../../testing/team.ts';
import { startTranscriber, type Transcriber } from '../../../testing/transcriber.ts';
import { startWorker } from '../../../testing/worker.ts';
import { until } from '../../../testing/world.ts';

let server: TestServer;
let team: Team;
let transcriber: Transcriber;

beforeAll(async () => {
  transcriber = await startTranscriber();
  const env = { ROLE: 'api', ALLOWED_PRIVATE_HOSTS: transcriber.host };
  server = await testServer({ env, secrets: secretsFrom(Buffer.alloc(32)) });
  team = await createTeam(server);
});
afterAll(async () => {
  await server.close();
  await transcriber.close();
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(server.owner, text, values);
const call = (method: string, path: string, body?: object) => team.call(team.owner, method, path, body);
const worker = () =>
  startWorker({
    ...{ ownerUrl: server.ownerUrl, jobs: 'transcripts', allowedHosts: transcriber.host },
    ...{ runner: { soleProcess: true }, dataDir: server.platform.config.dataDir },
  });

async function voiceMessage(): Promise<Message> {
  const [contact, thread] = [newId(), newId()];
  await sql(`insert into contacts (client_id, id, name) values ($1, $2, 'Amara')`, [team.clientId, contact]);
  await sql(
    `insert into threads (client_id, id, channel_id, contact_id, to_user_id, window_expires_at)
     select $1, $2, id, $3, 'GB.1', now() + interval '1 day' from channels where client_id = $1 limit 1`,
    [team.clientId, thread, contact],
  );
  const upload = await fetch(`${server.url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await team.tokenOf(team.owner)}`, 'content-type': 'audio/ogg' },
    body: new Uint8Array(await voiceNote(60)),
  });
  const { id: media_id } = (await upload.json()) as { id: string };
  const [row] = await sql<{ channel_id: string }>('select channel_id from threads where id = $1', [thread]);
  const sent = await call('POST', '/messages', {
    ...{ channel_id: row?.channel_id, thread_id: thread, source: 'INBOX', type: 'audio' },
    audio: { media_id, voice: true },
  });
  expect(sent.status).toBe(201);
  return sent.body as Message;
}

test('a recording that was sent before a kill -9 is paid once, not sent again by itself, and can be tried again', async () => {
  const settings = {
    ...{ base_url: transcriber.baseUrl, api_key: 'sk-test-0123456789abcdef', model: 'm', functions: [] },
    ...{ monthly_tokens: 1_000, input_price: 0, output_price: 0, currency: 'EUR', includes_names: false },
  };
  expect((await call('PUT', '/ai/settings', settings)).status).toBe(200);
  const { provider } = (await call('GET', '/ai/transcription')).body as { provider: { consent_id: string } };
  const { consent_id } = provider;
  const chosen = { engine: 'provider', model: 'whisper-1', automatic: true, minute_price: 1, monthly_minutes: 10 };
  expect((await call('PUT', '/ai/transcription', { ...chosen, consent_id })).status).toBe(200);
  const { id } = await voiceMessage();
  const transcript = async () => ((await call('GET', `/messages/${id}`)).body as Message).audio?.transcript;
  const settled = () =>
    until(async () => {
      const now = await transcript();
      return now?.state === 'waiting' ? null : now;
    });

  transcriber.answer = 'hang';
  expect((await call('POST', `/messages/${id}/transcript`, {})).status).toBe(200);
  const first = worker();
  await until(async () => transcriber.asked.length === 1);
  await kill(first);
  expect(await transcript()).toEqual({ state: 'waiting' });

  transcriber.answer = { json: { text: 'Hello', duration: 60 } };
  const second = worker();
  await once(second, 'message');
  expect(await settled()).toMatchObject({ state: 'failed', reason: expect.stringContaining('Try again') });
  expect(transcriber.asked.length).toBe(1);
  expect(await sql('select seconds, cost::float8 as cost from ai_calls')).toEqual([{ seconds: 60, cost: 1 }]);

  expect((await call('POST', `/messages/${id}/transcript`, {})).status).toBe(200);
  expect(await settled()).toMatchObject({ state: 'ready', text: 'Hello' });
  await kill(second);
  expect(await sql('select sum(cost)::float8 as cost, sum(calls)::int as calls from ai_months')).toEqual([
    { cost: 2, calls: 2 },
  ]);
}, 120_000);
