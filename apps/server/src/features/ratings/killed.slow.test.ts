// @module-tag data
import { expect, test } from 'vitest';
import { killedWorkers } from '../../testing/killed-workers.ts';
import { ratingRule } from '../../testing/ratings.ts';

const workers = killedWorkers('ratings');
const customers = 200;

test('two processes that are killed ask every customer once', async () => {
  const { team } = workers;
  const { clientId } = team;
  expect((await team.call(team.owner, 'PUT', '/client', { rating_rule: ratingRule })).status).toBe(200);
  await workers.sql(
    `with people as (
       insert into contacts (client_id, id, name) select $1, gen_random_uuid(), 'Person ' || n from generate_series(1, $2::int) n returning id
     ), talks as (
       insert into threads (client_id, id, channel_id, contact_id, to_user_id, window_expires_at, state)
       select $1, gen_random_uuid(), (select id from channels where client_id = $1), id, 'GB.' || id, now() + interval '1 day', 'DONE'
       from people returning id
     ), ends as (
       insert into thread_events (client_id, id, thread_id, kind, created_by)
       select $1, gen_random_uuid(), id, 'done', 'webhook' from talks returning id
     ), counted as (
       update change_counters set pos = pos + $2::int where client_id = $1 returning pos
     ) insert into changes (client_id, pos, collection, row_id, marker, version)
       select $1, pos - $2::int + row_number() over (), 'thread_events', id::text, 'NEW', 1 from ends, counted`,
    [clientId, customers],
  );
  const kills = await workers.killPairs(
    () => workers.count('ratings where asked_at is not null'),
    (asked) => asked < customers,
  );
  expect(kills).toBeGreaterThan(1);
  expect(await workers.count('ratings')).toBe(customers);
  expect(await workers.count(`messages where type = 'interactive'`)).toBe(customers);
  expect(await workers.count(`(select distinct thread_id from messages where type = 'interactive') x`)).toBe(customers);
});
