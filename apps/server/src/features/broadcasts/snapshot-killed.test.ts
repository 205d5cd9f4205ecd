import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Team } from '../../testing/team.ts';
import { startWorker } from '../../testing/worker.ts';
import { until } from '../../testing/world.ts';
import { enqueueSnapshot } from './snapshot.ts';

let server: TestServer;
let team: Team;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  // The work is done by processes that this test starts and kills.
  server = await testServer({ env: { ROLE: 'api' } });
  team = await createTeam(server);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server.close();
});

/** More pages than eight lives of at most two transactions can write. */
const contacts = 29_000;
const strangers = 5_000;
/** Contacts whose numbers were typed as well. */
const typedToo = 3_000;

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(server.owner, text, values);

function start(killAt = 0, afterMs = 0): ChildProcess {
  const runner = { soleProcess: true, sliceMs: 500, firstRetryMs: 20 };
  const child = startWorker({ ownerUrl: server.ownerUrl, jobs: 'broadcasts', runner, killAt, afterMs });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

test('a snapshot whose job is killed eight times has every recipient once', async () => {
  const { clientId } = team;
  const call = (method: string, path: string, body: object) =>
    team.call<{ id: string }>(team.owner, method, path, body);
  const { body: list } = await call('POST', '/contact-lists', { name: 'Everybody' });
  await sql(
    `with made as (
       insert into contacts (client_id, id, name, phone_number, sandbox)
       select $1, gen_random_uuid(), 'Person ' || n, (447700000000 + n)::text, true from generate_series(1, $3::int) n returning id, phone_number
     ), known as (
       insert into contact_identities (client_id, kind, key, contact_id, value)
       select $1, 'phone', phone_number, id, phone_number from made
     ) insert into contact_list_members (client_id, contact_list_id, contact_id) select $1, $2, id from made`,
    [clientId, list.id, contacts],
  );
  const [channel] = await sql<{ id: string }>('select id from channels where client_id = $1', [clientId]);
  const numbers = Array.from({ length: strangers }, (_none, n) => `+${447800000000 + n}`);
  numbers.push(...Array.from({ length: typedToo }, (_none, n) => `+${447700000001 + n}`));
  const { body: made } = await call('POST', '/campaigns', {
    id: newId(),
    name: 'All',
    channel_id: channel?.id,
    audience: { contact_list_ids: [list.id], phone_numbers: numbers },
  });
  await sql(`update campaigns set state = 'PAUSED', freezing = true, template_id = id where id = $1`, [made.id]);
  await server.platform.db.withTenant(clientId, (tx) => enqueueSnapshot(tx, made.id));

  const isSnapshotting = async () =>
    (await sql<{ freezing: boolean }>('select freezing from campaigns where id = $1', [made.id]))[0]?.freezing;
  for (let n = 0; n < 8; n++) {
    const [, signal] = (await once(start(1 + (n % 2), (n * 7) % 60), 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    expect(await isSnapshotting(), `after ${n + 1} kills`).toBe(true);
  }
  const last = start();
  await until(async () => (await isSnapshotting()) === false, 240_000);
  last.kill('SIGKILL');
  await once(last, 'exit');

  const [counted] = await sql(
    `select count(*)::int as rows, count(distinct recipient_key)::int as people, count(distinct contact_id)::int as contacts,
       count(*) filter (where recipient_key like 'p:%')::int as strangers, min(n) as first,
       (select total from campaigns where id = $1) as total,
       (select sum(n)::int from campaign_counters where campaign_id = $1) as counters
     from campaign_recipients where campaign_id = $1`,
    [made.id],
  );
  const all = contacts + strangers;
  expect(counted).toEqual({ rows: all, people: all, contacts, strangers, first: 1, total: all, counters: all });
}, 480_000);
