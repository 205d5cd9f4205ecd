import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testWorld, type World } from '../../testing/world.ts';

/* A WhatsApp account with many templates, which WhatsApp lists in pages. */

const count = 200;
const pageSize = 50;
let round = 0;
let world: World;
const meta = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  const from = Number(searchParams.get('after') ?? 0);
  const data = Array.from({ length: pageSize }, (_each, at) => ({
    ...{ id: String(10_000 + from + at), name: `order_${from + at}`, language: 'en', status: 'APPROVED' },
    ...{ category: 'UTILITY', quality_score: { score: 'GREEN' } },
    components: [
      {
        type: 'BODY',
        text: `Hello {{1}}, order ${from + at} is ready. Round ${round}.`,
        example: { body_text: [['Ana']] },
      },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Thanks' }] },
    ],
  }));
  const next = from + pageSize;
  const paging = { cursors: { after: String(next) }, ...(next < count ? { next: 'https://graph.example/next' } : {}) };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, paging }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => meta.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(meta.address() as AddressInfo).port}`;
  world = await testWorld({ between: () => Promise.resolve(url) });
});
afterAll(async () => {
  await world.close();
  meta.close();
});

test('all pages are synced, and a second sync changes only what differs', { timeout: 120_000 }, async () => {
  const sync = () => world.api('POST /api/templates/sync', { body: { channel_id: world.channelId } });
  expect((await sync()).body).toMatchObject({ new: count, modified: 0, deleted: 0 });
  expect((await sync()).body).toMatchObject({ new: 0, modified: 0, deleted: 0, unchanged: count });
  round = 1;
  expect((await sync()).body).toMatchObject({ new: 0, modified: count, deleted: 0 });
  const { data } = (await world.api('GET /api/templates/sync-runs', { query: {} })).body;
  expect(data.map((run) => [run.compared, run.new, run.modified])).toEqual([
    [count, 0, count],
    [count, 0, 0],
    [count, count, 0],
  ]);
});
