// @module-tag data
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { kill, killedWorkers } from '../../../testing/killed-workers.ts';
import { countedFigures, makeConversations, scannedFigures } from '../../../testing/report-figures.ts';
import { until } from '../../../testing/world.ts';

const workers = killedWorkers('reports');

async function position(): Promise<{ pos: number | null; head: number }> {
  const [row] = await workers.sql<{ pos: number | null; head: number }>(
    `select case when k.recount is null then k.pos end as pos, c.pos as head from change_counters c left join report_cursors k using (client_id) where client_id = $1`,
    [workers.team.clientId],
  );
  if (row === undefined) throw new Error('the account has no feed');
  return row;
}

test('killed while they count, two processes count each message once', async () => {
  const { server, team } = workers;
  const { clientId } = team;
  const [channel] = await workers.sql<{ id: string }>('select id from channels where client_id = $1', [clientId]);
  // The account has a cursor, so that what follows is counted by the feed.
  const first = workers.start();
  await once(first, 'message');
  await until(async () => (await position()).pos !== null);
  await kill(first);
  await makeConversations(server.owner, { clientId, channelId: channel?.id ?? '' }, { threads: 800, each: 15 });
  const begun = await position();
  const kills = await workers.killPairs(
    async () => (await position()).pos,
    (pos) => pos !== begun.head,
  );
  expect(begun.head - (begun.pos ?? 0)).toBeGreaterThan(12_000);
  expect(kills).toBeGreaterThan(0);
  const counted = await countedFigures(server.owner, clientId);
  expect(Object.keys(counted.times).length).toBeGreaterThan(3_000);
  expect(counted).toEqual(await scannedFigures(server.owner, clientId));
});
