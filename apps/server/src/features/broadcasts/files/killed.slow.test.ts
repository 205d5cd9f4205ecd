// @module-tag data
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putPart, sendFile, untilRead } from '../../../testing/campaign-files.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { startWorker } from '../../../testing/worker.ts';
import { testWorld, type World } from '../../../testing/world.ts';

let world: World;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  // The work is done by processes that this test starts and kills.
  world = await testWorld({ env: { ROLE: 'api' } });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await world.close();
});

function start(killAt = 0, afterMs = 0): ChildProcess {
  const runner = { soleProcess: true, sliceMs: 500, firstRetryMs: 20 };
  const child = startWorker({ ownerUrl: world.server.ownerUrl, jobs: 'broadcasts', runner, killAt, afterMs });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

test('a file whose reader is killed in its writes has every row once', async () => {
  const rows = 12_000;
  // Every hundredth row repeats the number before it.
  const number = (n: number) => `+4477${10_000_000 + (n % 100 === 99 ? n - 1 : n)}`;
  const lines = Array.from({ length: rows }, (_none, n) => `${number(n)},Person ${n}`).join('\n');
  const id = await sendFile(world, 'Phone,Name\n');
  await putPart(world, id, 11, Buffer.from(`${lines}\n`));
  await world.api('POST /api/campaign-files/{id}/read', { params: { id }, body: {} });
  for (const killAt of [3, 6, 9]) {
    const [, signal] = (await once(start(killAt, 4), 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    expect((await world.api('GET /api/campaign-files/{id}', { params: { id } })).body.state).toBe('reading');
  }
  start();
  const file = await untilRead(world, id);
  expect(file).toMatchObject({ state: 'ready', rows, good: rows - 120, duplicates: 120, invalid: 0 });
  const [counted] = await queryAsOwner(
    world.server.owner,
    `select count(*)::int as n, count(*) filter (where kind = 'good')::int as good, max(row_no) as last
     from campaign_file_rows where file_id = $1`,
    [id],
  );
  expect(counted).toEqual({ n: rows, good: rows - 120, last: rows });
});
