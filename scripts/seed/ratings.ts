import type { RatingRule } from '@parley/contract/types';
import type pg from 'pg';
import { apiCall } from '../api-call.ts';

const rule: RatingRule = {
  ...{ scale: 5, delay_minutes: 30, every_days: 30, comments: true },
  texts: [
    {
      ...{ language: 'en', question: 'How did we do? Tap a rating.', button: 'Rate us' },
      thanks: 'Thank you! What could we do better?',
    },
  ],
};

// A visit ends with the last message before two days of silence; those of the last day may go on. Most customers are
// happy; two of three answer.
const insert = `
  insert into ratings (client_id, id, thread_id, channel_id, user_id, assignee_id, due_at, asked_at, scale, score, answered_at)
  select $1::uuid, gen_random_uuid(), v.thread_id, v.channel_id, u.uid, u.uid, at, at, 5, score,
    case when score is not null then at + interval '20 minutes' end
  from (
    select m.thread_id, t.channel_id, m."timestamp" as ended,
      coalesce(lead(m."timestamp") over (partition by m.thread_id order by m.sort_at), now()) as next
    from messages m join threads t on t.client_id = $1::uuid and t.id = m.thread_id
    where m.client_id = $1::uuid and t.window_expires_at is not null
  ) v
  cross join lateral (select abs(hashtext(v.thread_id::text || v.ended::date)) as h) x
  cross join lateral (select ended + interval '30 minutes' as at,
    case when x.h % 3 > 0 then (array[5, 5, 4, 5, 3, 5, 4, 5, 1, 5, 4, 2])[1 + x.h / 7 % 12] end as score) r
  cross join lateral (select (($2::text[])[1 + x.h % 2])::uuid as uid) u
  where next - ended > interval '2 days'`;

/** A rating after each visit, and the question that asks for more. */
export async function seedRatings(
  owner: pg.Pool,
  account: { url: string; token: string; clientId: string; uids: string[] },
): Promise<void> {
  const { url, token, clientId, uids } = account;
  await owner.query(insert, [clientId, uids]);
  await apiCall(url, 'PUT', '/api/client', { rating_rule: rule }, token);
}
