// @module-tag data
import type { Channel, HistoryImport } from '@parley/contract/types';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretsFrom } from '../../../platform/secrets.ts';
import { administratorToken, type Chatwoot, startChatwoot } from '../../../testing/chatwoot.ts';
import { KilledWorkers, kill } from '../../../testing/killed-workers.ts';
import { until } from '../../../testing/world.ts';

const people = 70;
const messagesEach = 130;
const pictures = 10;

const workers = new KilledWorkers('history');
let chatwoot: Chatwoot;
beforeAll(async () => {
  chatwoot = await startChatwoot(await data());
  // The work is done by processes that this test starts and kills; they open the key with the same secrets.
  const env = { ALLOWED_PRIVATE_HOSTS: chatwoot.host };
  await workers.open({ env, secrets: secretsFrom(Buffer.alloc(32)) });
});
afterAll(async () => {
  await workers.close();
  await chatwoot.close();
});

/** Every tenth conversation is the second one of its customer. */
async function data() {
  let id = 0;
  const contacts = Array.from({ length: people }, (_one, n) => ({
    ...{ id: n + 1, name: `Customer ${n}`, phone_number: `+44770090${String(1_000 + n)}` },
  }));
  const conversations = Array.from({ length: people + people / 10 }, (_one, n) => ({
    ...{ id: n + 1, inbox_id: 1, status: 'resolved' as const, labels: ['old'] },
    contact: contacts[n < people ? n : (n - people) * 10] ?? { id: 0, name: '', phone_number: null },
    messages: Array.from({ length: messagesEach }, (_message, at) => ({
      ...{ id: ++id, content: `m${id}`, created_at: 1_700_000_000 + n * 1_000 + at, private: at === 50 },
      message_type: (at % 3 === 0 ? 1 : 0) as 0 | 1,
    })),
  }));
  return {
    inboxes: [{ id: 1, name: 'WhatsApp', channel_type: 'Channel::Whatsapp' }],
    ...{ agents: [], contacts, conversations },
  };
}

const call = <B = Record<string, unknown>>(method: string, path: string, payload?: object) =>
  workers.team.call<B>(workers.team.owner, method, path, payload);
const look = async (id: string) => (await call<HistoryImport>('GET', `/history-imports/${id}`)).body;

const place = () => ({
  runner: { soleProcess: true, sliceMs: 1_000, firstRetryMs: 20 },
  ...{ allowedHosts: chatwoot.host, dataDir: workers.server.platform.config.dataDir },
});

const tables = ['messages', 'threads', 'contacts', 'notes', 'media', 'media_files', 'history_pages'];
const counts = () => workers.counts(tables);

test('an import from Chatwoot whose worker is killed and whose calls fail: nothing twice, nothing lost, undone to nothing', async () => {
  for (let n = 0; n < pictures; n++) {
    const colour = { r: n * 20, g: 0, b: 0 };
    const picture = await sharp({ create: { width: 8 + n, height: 9, channels: 3, background: colour } })
      .png()
      .toBuffer();
    chatwoot.files.set(`/rails/${n}.png`, picture);
    const message = chatwoot.data.conversations[n * 5]?.messages[7];
    Object.assign(message ?? {}, {
      attachments: [{ id: n + 1, file_type: 'image', data_url: `${chatwoot.url}/rails/${n}.png` }],
    });
  }
  const [channel] = (await call<{ data: Channel[] }>('GET', '/channels')).body.data;
  const before = await counts();
  const source = { tool: 'chatwoot', url: chatwoot.url, key: administratorToken };
  const { body } = await call<HistoryImport>('POST', '/history-imports', {
    ...{ name: 'Chatwoot', channel_id: channel?.id, source },
  });
  await call('POST', `/history-imports/${body.id}/start`, {});
  for (let n = 0; n < 12; n++) {
    if (n === 1) chatwoot.faults.push('gone');
    if (n === 3) chatwoot.faults.push({ status: 429, headers: { 'retry-after': '1' } });
    // A page is: what is next, its rows and the cursor, what is next, what is written.
    await workers.startAndDie({ ...place(), killAt: 3 + (n % 6), afterMs: (n * 7) % 25 });
    expect((await look(body.id)).state, `after ${n + 1} kills`).toBe('running');
  }
  const last = workers.start(place());
  const done = await until(async () => {
    const row = await look(body.id);
    return row.state === 'running' ? null : row;
  }, 180_000);
  const conversations = people + people / 10;
  const messages = conversations * (messagesEach - 1);
  expect(done, done.error ?? '').toMatchObject({
    ...{ state: 'done', source: { read: conversations }, known: 0, skipped: [], done: messages + conversations },
    found: { messages, notes: conversations, files: pictures },
    imported: { messages, notes: conversations, threads: people, contacts: people, files: pictures },
  });
  const brought = { messages, threads: people, contacts: people, notes: conversations };
  const added: Record<string, number> = { ...brought, media: pictures, media_files: pictures };
  expect(await counts()).toEqual(
    Object.fromEntries(Object.entries(before).map(([table, n]) => [table, n + (added[table] ?? 0)])),
  );
  await call('POST', `/history-imports/${body.id}/undo`);
  await until(async () => (await look(body.id)).state === 'undone', 60_000);
  expect(await counts()).toEqual(before);
  await kill(last);
}, 600_000);
