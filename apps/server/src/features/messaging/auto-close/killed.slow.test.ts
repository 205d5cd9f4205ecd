// @module-tag data
import type { AutoCloseRule } from '@parley/contract/types';
import { expect, test } from 'vitest';
import { killedWorkers } from '../../../testing/killed-workers.ts';
import { runsLongTests } from '../../../testing/long-tests.ts';
import { ratingRule } from '../../../testing/ratings.ts';

const workers = killedWorkers('closing');
const conversations = runsLongTests ? 1_500 : 200;
const rule: AutoCloseRule = { after_minutes: 60, waiting: false, text: 'We closed this.' };

test('two processes that are killed close every conversation once, with one line, one text and one question', async () => {
  const { team } = workers;
  const { clientId } = team;
  await workers.sql(
    `with people as (
       insert into contacts (client_id, id, name) select $1, gen_random_uuid(), 'Person ' || n from generate_series(1, $2::int) n returning id
     ) insert into threads (client_id, id, channel_id, contact_id, to_user_id, window_expires_at, last_message_at, last_sort_at)
       select $1, gen_random_uuid(), (select id from channels where client_id = $1), id, 'GB.' || id, now() + interval '1 day',
         now() - interval '2 hours', now() - interval '2 hours' from people`,
    [clientId, conversations],
  );
  const change = { auto_close_rule: rule, rating_rule: ratingRule };
  expect((await team.call(team.owner, 'PUT', '/client', change)).status).toBe(200);
  const done = () => workers.count(`threads where state = 'DONE'`);
  const asked = () => workers.count('ratings where asked_at is not null');
  const kills = await workers.killPairs(
    async () => (await done()) + (await asked()),
    (progress) => progress < 2 * conversations,
  );
  expect(kills).toBeGreaterThan(1);
  expect(await done()).toBe(conversations);
  const lines = `thread_events where kind = 'done' and created_by = 'bot'`;
  const texts = `messages where type = 'text' and content->>'body' = 'We closed this.'`;
  const questions = `messages where type = 'interactive'`;
  for (const each of [lines, texts, questions]) {
    expect(await workers.count(each), each).toBe(conversations);
    expect(await workers.count(`(select distinct thread_id from ${each}) x`), each).toBe(conversations);
  }
}, 600_000);
