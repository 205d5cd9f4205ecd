import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { countedFigures, makeConversations, scannedFigures } from '../../../testing/report-figures.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Team } from '../../../testing/team.ts';
import { startWorker } from '../../../testing/worker.ts';
import { until } from '../../../testing/world.ts';

let server: TestServer;
let team: Team;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  // Processes count that this test starts and kills.
  server = await testServer({ env: { ROLE: 'api' } });
  team = await createTeam(server);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server.close();
});

async function start(): Promise<ChildProcess> {
  const child = startWorker({ ownerUrl: server.ownerUrl, jobs: 'reports', runner: { soleProcess: true } });
  children.add(child);
  child.once('exit', () => children.delete(child));
  await once(child, 'message');
  return child;
}

async function position(): Promise<{ pos: number | null; head: number }> {
  const [row] = await queryAsOwner<{ pos: number | null; head: number }>(
    server.owner,
    `select case when k.recount is null then k.pos end as pos, c.pos as head from change_counters c left join report_cursors k using (client_id) where client_id = $1`,
    [team.clientId],
  );
  if (row === undefined) throw new Error('the account has no feed');
  return row;
}

test('killed while they count, two processes count each message once', async () => {
  const { clientId } = team;
  const [channel] = await queryAsOwner<{ id: string }>(server.owner, 'select id from channels where client_id = $1', [
    clientId,
  ]);
  // The account has a cursor, so that what follows is counted by the feed.
  const first = await start();
  await until(async () => (await position()).pos !== null);
  first.kill('SIGKILL');
  await once(first, 'exit');
  await makeConversations(server.owner, { clientId, channelId: channel?.id ?? '' }, { threads: 800, each: 15 });
  const begun = await position();
  let kills = 0;
  for (let { pos, head } = begun; pos !== head; { pos, head } = await position()) {
    const both = await Promise.all([start(), start()]);
    const before = pos;
    await until(async () => (await position()).pos !== before);
    for (const child of both) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    kills++;
  }
  expect(begun.head - (begun.pos ?? 0)).toBeGreaterThan(12_000);
  expect(kills).toBeGreaterThan(0);
  const counted = await countedFigures(server.owner, clientId);
  expect(Object.keys(counted.times).length).toBeGreaterThan(3_000);
  expect(counted).toEqual(await scannedFigures(server.owner, clientId));
}, 120_000);
