import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** Weeks of conversations whose messages are deleted: their figures stay. */
const weeks = 12;

/**
 * Figures of the last weeks, beside those of the played conversations: a shop that is busy at noon and in the evening,
 * on Fridays and Saturdays. Rows vary by a hash of their time, so that every run has the same shape.
 */
export async function seedReports(owner: pg.Pool, clientId: string, channelId: string, uids: string[]): Promise<void> {
  await untilCounted(owner, clientId);
  const account = [clientId, channelId, uids, weeks * 7];
  await owner.query(insertCounts, account);
  await owner.query(insertTimes, account);
  await owner.query(insertCharges, [clientId, channelId, weeks * 7]);
  await owner.query(insertRates, [clientId]);
  await owner.query(
    'insert into broadcast_settings (client_id, monthly_budget) values ($1, 150) on conflict do nothing',
    [clientId],
  );
}

/** A recount clears the figures: it must be over. */
async function untilCounted(owner: pg.Pool, clientId: string): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await delay(200)) {
    const { rowCount } = await owner.query(
      'select from report_cursors where client_id = $1 and pos is not null and recount is null',
      [clientId],
    );
    if (rowCount === 1) return;
  }
  throw new Error('The server has not counted the messages for reports within a minute.');
}

// Weekday and hour give the load, the hash between 0 and 1 makes hours differ.
const hours = `
  select at, report_quarter(at) as quarter, n.uid, hashtext(at::text || n.uid) as h,
    (array[0.8, 0.9, 0.8, 1.0, 1.2, 0.9, 0.2])[extract(isodow from at)::int]
      * (array[3, 6, 10, 12, 9, 7, 6, 9, 11, 5])[extract(hour from at)::int - 8]
      * (0.6 + 0.8 * (abs(hashtext(at::text || n.uid)) % 1000) / 1000.0) as load
  from generate_series(date_trunc('day', now()) - $4 * interval '1 day', date_trunc('day', now()) - interval '1 day',
    interval '1 hour') as at
  cross join unnest($3::text[]) as n(uid)
  where extract(hour from at) between 9 and 18`;

const insertCounts = `
  insert into report_counts (client_id, quarter, channel_id, assignee_id, received, sent, opened)
  select $1::uuid, quarter, $2::uuid, uid::uuid, round(load)::int, round(load * 0.9)::int, round(load * 0.35)::int
  from (${hours}) x where load >= 0.5`;

const insertTimes = `
  insert into report_times (client_id, source_id, kind, quarter, seconds, channel_id, user_id, assignee_id)
  select $1::uuid, gen_random_uuid(), kind, quarter + n % 4,
    report_seconds((case kind when 'reply' then 60 else 2400 end
      * power(100, (abs(hashtext(at::text || uid || kind || n)) % 1000) / 1000.0)) * interval '1 second'),
    $2::uuid, uid::uuid, uid::uuid
  from (${hours}) x
  cross join lateral (values ('reply', 0.4), ('resolution', 0.3)) as k(kind, share)
  cross join lateral generate_series(1, round(load * share)::int) as n`;

// Orders are confirmed every day, a reminder goes out on Tuesdays.
const insertCharges = `
  insert into report_charges as t (client_id, quarter, channel_id, category, digits, billable, n)
  select $1::uuid, report_quarter(at + interval '10 hours'), $2::uuid, category, digits, billable,
    1 + abs(hashtext(at::text || category || digits)) % most
  from generate_series(date_trunc('day', now()) - $3 * interval '1 day', date_trunc('day', now()) - interval '1 day',
    interval '1 day') as at
  cross join (values ('utility', '4477', true, 60, false), ('marketing', '4477', true, 400, true),
    ('marketing', '3531', true, 90, true), ('authentication', '4477', true, 8, false),
    ('service', '4477', false, 70, false)) as c(category, digits, billable, most, weekly)
  where not weekly or extract(isodow from at) = 2
  -- Messages of the seeded conversations may have been delivered then.
  on conflict (client_id, quarter, channel_id, category, digits, billable) do update set n = t.n + excluded.n`;

const insertRates = `
  with currency as (insert into report_currencies (client_id, currency) values ($1::uuid, 'GBP') on conflict do nothing)
  insert into report_rates (client_id, starts, category, market, price)
  select $1::uuid, starts::date, category, market, price
  from (values ('2025-01-01', 'marketing', '', 0.0529), ('2026-10-01', 'marketing', '', 0.0573),
    ('2025-01-01', 'marketing', 'IE', 0.0661), ('2025-01-01', 'utility', '', 0.0159),
    ('2025-01-01', 'authentication', '', 0.0159)) as r(starts, category, market, price) on conflict do nothing`;
