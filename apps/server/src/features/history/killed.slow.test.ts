// @module-tag data
import type { Channel, HistoryImport } from '@parley/contract/types';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { kill, killedWorkers } from '../../testing/killed-workers.ts';
import { until } from '../../testing/world.ts';
import { zipOf } from '../../testing/zip.ts';

const workers = killedWorkers('history');

const call = <B = Record<string, unknown>>(method: string, path: string, payload?: object) =>
  workers.team.call<B>(workers.team.owner, method, path, payload);
const look = async (id: string) => (await call<HistoryImport>('GET', `/history-imports/${id}`)).body;

const people = 60;
const messagesEach = 100;
const pictures = 30;

async function archive(): Promise<Buffer> {
  const files: Record<string, string | Uint8Array> = {};
  const lines: string[] = [];
  for (let n = 0; n < people * messagesEach; n++) {
    const [person, no] = [n % people, Math.floor(n / people)];
    const phone_number = `+44770090${String(1_000 + person)}`;
    const at = new Date(Date.UTC(2024, 0, 1) + no * 61_000).toISOString();
    const direction = no % 3 === 0 ? 'OUTGOING' : 'INCOMING';
    const path = n % Math.floor((people * messagesEach) / pictures) === 7 ? `media/${n}.png` : null;
    const file = path === null ? {} : { file: { path } };
    lines.push(JSON.stringify({ type: 'message', phone_number, id: `${n}`, at, direction, text: `m${n}`, ...file }));
    if (path !== null)
      files[path] = await sharp({
        create: { width: 8 + (n % 50), height: 9, channels: 3, background: { r: n % 255, g: 0, b: 0 } },
      })
        .png()
        .toBuffer();
    if (no === 50) lines.push(JSON.stringify({ type: 'note', phone_number, at, text: `note of ${person}` }));
  }
  return zipOf({ 'history.jsonl': lines.join('\n'), ...files });
}

const place = () => ({
  runner: { soleProcess: true, sliceMs: 500, firstRetryMs: 20 },
  ...{ allowedHosts: '127.0.0.1:1', dataDir: workers.server.platform.config.dataDir },
});

async function throughKills(id: string, state: HistoryImport['state'], kills: number): Promise<HistoryImport> {
  for (let n = 0; n < kills; n++) {
    // A page is three transactions: what is next, its row again, and what is written.
    await workers.startAndDie({ ...place(), killAt: 2 + (n % 5), afterMs: (n * 7) % 25 });
    expect((await look(id)).state, `after ${n + 1} kills`).toBe(state);
  }
  const last = workers.start(place());
  const row = await until(async () => {
    const now = await look(id);
    return ['reading', 'running', 'undoing'].includes(now.state) ? null : now;
  }, 120_000);
  await kill(last);
  return row;
}

const tables = ['messages', 'threads', 'contacts', 'contact_identities', 'notes', 'media', 'media_files'];
const counts = () => workers.counts(tables);

test('an import whose worker is killed again and again: nothing twice, nothing lost, in order, and undone to nothing', async () => {
  const [channel] = (await call<{ data: Channel[] }>('GET', '/channels')).body.data;
  const before = await counts();
  const { id } = (await call<HistoryImport>('POST', '/history-imports', { name: 'old.zip', channel_id: channel?.id }))
    .body;
  const file = await archive();
  const response = await workers.server.app.http.inject({
    method: 'PUT',
    url: `/api/history-imports/${id}/content?offset=0`,
    headers: {
      authorization: `Bearer ${await workers.team.tokenOf(workers.team.owner)}`,
      'content-type': 'application/octet-stream',
    },
    payload: file,
  });
  expect(response.statusCode).toBe(200);
  await call('POST', `/history-imports/${id}/read`);
  const read = await throughKills(id, 'reading', 3);
  const all = people * messagesEach;
  expect(read, read.error ?? '').toMatchObject({
    state: 'ready',
    found: { messages: all, notes: people, files: pictures },
  });
  await call('POST', `/history-imports/${id}/start`, {});
  const done = await throughKills(id, 'running', 10);
  expect(done, done.error ?? '').toMatchObject({
    state: 'done',
    imported: { messages: all, notes: people, threads: people, contacts: people, files: pictures },
    known: 0,
    skipped: [],
    done: all + people,
  });
  const added = { messages: all, threads: people, contacts: people, contact_identities: people, notes: people };
  const after = { ...added, media: pictures, media_files: pictures };
  expect(await counts()).toEqual(
    Object.fromEntries(Object.entries(before).map(([table, n]) => [table, n + (after[table as 'media'] ?? 0)])),
  );
  const disordered = await workers.sql<{ n: string }>(
    `select count(*) as n from (
       select substring(content->>'body' from 2)::int as no,
         lag(substring(content->>'body' from 2)::int) over (partition by thread_id order by sort_at, id) as previous
       from messages where extras ? 'imported' and type = 'text') x where previous > no`,
  );
  expect(Number(disordered[0]?.n)).toBe(0);

  await call('POST', `/history-imports/${id}/undo`);
  expect((await throughKills(id, 'undoing', 4)).state).toBe('undone');
  expect(await counts()).toEqual(before);
}, 600_000);
