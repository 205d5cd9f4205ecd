// @module-tag data
import { expect, test } from 'vitest';
import { killedWorkers } from '../../testing/killed-workers.ts';
import { runsLongTests } from '../../testing/long-tests.ts';

const workers = killedWorkers('notifications');
const conversations = runsLongTests ? 5_000 : 900;

test('two processes that are killed warn once of every reply that is due or overdue', async () => {
  const { clientId, owner } = workers.team;
  // A second warning would only change the row of the first.
  await workers.sql('create table told (id uuid not null)');
  await workers.sql(`create function note_told() returns trigger language plpgsql security definer as $$
    begin insert into told values (new.id); return new; end $$`);
  await workers.sql(
    'create trigger told after insert or update of at on notifications for each row execute function note_told()',
  );
  await workers.sql(
    `with people as (
       insert into contacts (client_id, id, name) select $1, gen_random_uuid(), 'Person ' || n from generate_series(1, $2::int) n returning id
     ) insert into threads (client_id, id, channel_id, contact_id, to_user_id, last_message_at, waiting_since, reply_due_at, assignee_id)
       select $1, gen_random_uuid(), (select id from channels where client_id = $1), id, 'GB.' || id, now(), now(),
         now() + case when row_number() over () % 2 = 0 then interval '10 minutes' else interval '-10 minutes' end, $3
       from people`,
    [clientId, conversations, owner.uid],
  );
  const kills = await workers.killPairs(
    () => workers.count('notifications'),
    (written) => written < conversations,
  );
  expect(kills).toBeGreaterThan(1);
  // What is due soon became overdue in no test: ten minutes are left.
  for (const kind of ['due', 'overdue']) {
    expect(await workers.count(`notifications where kind = '${kind}'`)).toBe(conversations / 2);
  }
  expect(await workers.count('told')).toBe(conversations);
  expect(await workers.count('target_warnings')).toBe(conversations);
}, 600_000);
