// @module-tag data
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { kill, killedWorkers } from '../../../testing/killed-workers.ts';
import { until } from '../../../testing/world.ts';
import { enqueueSnapshot } from './snapshot.ts';

const workers = killedWorkers('broadcasts');

/** More pages than eight lives of at most two transactions can write. */
const contacts = 29_000;
const strangers = 5_000;
/** Contacts whose numbers were typed as well. */
const typedToo = 3_000;

const start = (killAt = 0, afterMs = 0) =>
  workers.start({ killAt, afterMs, runner: { soleProcess: true, sliceMs: 500, firstRetryMs: 20 } });

test('a snapshot whose job is killed eight times has every recipient once, with the variant that it got first', async () => {
  const { server, team } = workers;
  const { clientId } = team;
  const call = (method: string, path: string, body: object) =>
    team.call<{ id: string }>(team.owner, method, path, body);
  const { body: list } = await call('POST', '/contact-lists', { name: 'Everybody' });
  await workers.sql(
    `with made as (
       insert into contacts (client_id, id, name, phone_number, sandbox)
       select $1, gen_random_uuid(), 'Person ' || n, (447700000000 + n)::text, true from generate_series(1, $3::int) n returning id, phone_number
     ), known as (
       insert into contact_identities (client_id, kind, key, contact_id, value)
       select $1, 'phone', phone_number, id, phone_number from made
     ) insert into contact_list_members (client_id, contact_list_id, contact_id) select $1, $2, id from made`,
    [clientId, list.id, contacts],
  );
  // As a server does while tables fill: without statistics a page takes many times as long.
  await workers.sql('analyze contacts, contact_identities, contact_list_members');
  const [channel] = await workers.sql<{ id: string }>('select id from channels where client_id = $1', [clientId]);
  const numbers = Array.from({ length: strangers }, (_none, n) => `+${447800000000 + n}`);
  numbers.push(...Array.from({ length: typedToo }, (_none, n) => `+${447700000001 + n}`));
  const { body: made } = await call('POST', '/campaigns', {
    id: newId(),
    name: 'All',
    channel_id: channel?.id,
    audience: { contact_list_ids: [list.id], phone_numbers: numbers },
    ab_test: { template_id: null, variables: {}, percent: 10, winner: 'read', wait_hours: 1 },
  });
  await workers.sql(`update campaigns set state = 'PAUSED', preparing = true, template_id = id where id = $1`, [
    made.id,
  ]);
  await server.platform.db.withTenant(clientId, (tx) => enqueueSnapshot(tx, made.id));

  const isSnapshotting = async () =>
    (await workers.sql<{ preparing: boolean }>('select preparing from campaigns where id = $1', [made.id]))[0]
      ?.preparing;
  await workers.sql('create table variants_seen (recipient_key text primary key, variant text)');
  for (let n = 0; n < 8; n++) {
    const [, signal] = (await once(start(1 + (n % 2), (n * 7) % 60), 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    expect(await isSnapshotting(), `after ${n + 1} kills`).toBe(true);
    await workers.sql(
      `insert into variants_seen select recipient_key, variant from campaign_recipients where campaign_id = $1
       on conflict do nothing`,
      [made.id],
    );
  }
  const last = start();
  await until(async () => (await isSnapshotting()) === false, 240_000);
  await kill(last);

  const [counted] = await workers.sql(
    `select count(*)::int as rows, count(distinct recipient_key)::int as people, count(distinct contact_id)::int as contacts,
       count(*) filter (where recipient_key like 'p:%')::int as strangers, min(n) as first,
       count(*) filter (where variant = 'A')::int as a, count(*) filter (where variant = 'B')::int as b,
       (select count(*)::int from variants_seen s join campaign_recipients r using (recipient_key)
         where r.campaign_id = $1 and r.variant is distinct from s.variant) as changed,
       (select total from campaigns where id = $1) as total,
       (select sum(n)::int from campaign_counters where campaign_id = $1) as counters
     from campaign_recipients where campaign_id = $1`,
    [made.id],
  );
  const all = contacts + strangers;
  const tenth = all / 10;
  expect(counted).toEqual({
    ...{ rows: all, people: all, contacts, strangers, first: 1, total: all, counters: all },
    ...{ a: tenth, b: tenth, changed: 0 },
  });
}, 480_000);
