import type pg from 'pg';
import { type Account, makeAccounts } from './harness/accounts.ts';
import type { Bench } from './harness/bench.ts';
import { interleave } from './harness/interleave.ts';
import { connectOwner } from './harness/owner.ts';
import { startParley } from './harness/parley.ts';

const fullSize = { messages: 5_200_000, threads: 200_000 };
const members = 20;

/**
 * The report of a year at the large size, over HTTP, one reader. What would have been counted of so many messages
 * is inserted in sets: a report reads nothing else, apart from conversations, their activity and ratings.
 */
export const reportsBench: Bench = {
  name: 'reports',
  title: 'reports of a year',
  async run(options) {
    const scale = options.quick ? 0.1 : 1;
    const parley = await startParley(options);
    const owner = await connectOwner(parley.ownerUrl);
    try {
      const [account] = await makeAccounts(parley, 1);
      if (account === undefined) throw new Error('no account was made');
      const uids = await seed(owner, account, scale);
      options.say(`  ${fullSize.messages * scale} messages in a year`);
      const paths = ['12m', '90d', '30d'].flatMap((period) => [
        `/reports?period=${period}`,
        `/reports?period=${period}&member_id=${uids[0]}`,
      ]);
      const ask = async (path: string) => {
        const began = performance.now();
        const response = await fetch(`${parley.url}/api${path}`, {
          headers: { authorization: `Bearer ${account.token}` },
        });
        const { totals } = (await response.json()) as { totals?: { received: number } };
        if (!response.ok || totals === undefined) throw new Error(`${path}: ${response.status}`);
        return { ms: performance.now() - began, received: totals.received };
      };
      const figure = await interleave(options, 'reports.year', {
        comparison: null,
        async subject() {
          const took: { path: string; ms: number }[] = [];
          const faults: string[] = [];
          for (const path of paths) {
            const answers = [await ask(path), await ask(path), await ask(path)];
            const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
            took.push({ path, ms: sorted[1] ?? Number.NaN });
            if (answers.some(({ received }) => received === 0)) faults.push(`${path} counted nothing`);
          }
          for (const { path, ms } of took) options.say(`    ${ms.toFixed(0).padStart(6)} ms  ${path}`);
          return { value: Math.max(...took.map(({ ms }) => ms)), faults };
        },
      });
      return [figure];
    } finally {
      await owner.end();
      await parley.remove();
    }
  },
};

/** @returns the members that conversations are assigned to */
async function seed(owner: pg.Client, { clientId, channelId }: Account, scale: number): Promise<string[]> {
  const { rows } = await owner.query<{ ids: string[] }>(
    'select array_agg(gen_random_uuid()::text) as ids from generate_series(1, $1::int)',
    [members],
  );
  const uids = rows[0]?.ids ?? [];
  const account = [clientId, channelId, uids];
  // The account is counted, so that the server does not clear what is inserted.
  await owner.query(
    `insert into report_cursors (client_id, pos) select client_id, pos from change_counters where client_id = $1
     on conflict (client_id) do update set pos = excluded.pos`,
    [clientId],
  );
  const messages = Math.round(fullSize.messages * scale);
  // Merged as after an hour: a row for each member and quarter of an hour in which they had messages.
  await owner.query(
    `insert into report_counts (client_id, quarter, channel_id, assignee_id, received, sent, opened)
     select $1::uuid, quarter, $2::uuid, uid::uuid, count(*) filter (where n % 2 = 0), count(*) filter (where n % 2 = 1),
       count(*) filter (where n % 26 = 0)
     from (select n, report_quarter(now() - random() * interval '365 days') as quarter,
         ($3::text[])[1 + (random() * (cardinality($3::text[]) - 1))::int] as uid
       from generate_series(1, $4::int) n) m group by quarter, uid`,
    [...account, messages],
  );
  await owner.query(
    `insert into report_times (client_id, source_id, kind, quarter, seconds, channel_id, user_id, assignee_id)
     select $1::uuid, uuidv7(), case when n % 10 = 0 then 'resolution' else 'reply' end,
       report_quarter(now() - (1 - n::float8 / $4) * interval '365 days'),
       report_seconds(power(random(), 4) * interval '2 days'), $2::uuid, uid, uid
     from (select n, ($3::text[])[1 + (random() * (cardinality($3::text[]) - 1))::int]::uuid as uid
       from generate_series(1, $4::int) n) r`,
    [...account, Math.round(messages / 2)],
  );
  // Templates go out in every hour of the year, in three categories to two countries.
  await owner.query(
    `insert into report_charges (client_id, quarter, channel_id, category, digits, billable, n)
     select $1::uuid, report_quarter(now()) - 4 * n, $2::uuid, category, digits, true, 10
     from generate_series(1, 8760) n cross join unnest(array['marketing', 'utility', 'authentication']) category
     cross join unnest(array['4477', '3538']) digits`,
    [clientId, channelId],
  );
  await owner.query(`insert into report_currencies (client_id, currency) values ($1::uuid, 'EUR')`, [clientId]);
  await owner.query(
    `insert into report_rates (client_id, starts, category, market, price)
     select $1::uuid, current_date - 30 * n, category, '', 0.01 * n from generate_series(1, 13) n
     cross join unnest(array['marketing', 'utility', 'authentication']) category`,
    [clientId],
  );
  await owner.query(
    `with people as (
       insert into contacts (client_id, id, name) select $1::uuid, gen_random_uuid(), 'Person ' || n
       from generate_series(1, $4::int) n returning id
     )
     insert into threads (client_id, id, channel_id, contact_id, state, assignee_id, last_message_at, waiting_since)
     select $1::uuid, gen_random_uuid(), $2::uuid, id, case when random() < 0.8 then 'DONE' else 'ACTIVE' end,
       ($3::text[])[1 + (random() * (cardinality($3::text[]) - 1))::int]::uuid, now(), case when random() < 0.3 then now() end
     from people`,
    [...account, Math.round(fullSize.threads * scale)],
  );
  // Half of the conversations that are done were opened again before, and every tenth was rated.
  await owner.query(
    `insert into thread_events (client_id, id, thread_id, kind, at, created_by)
     select t.client_id, gen_random_uuid(), t.id, k.kind, now() - (1 - k.part) * x.age, 'x'
     from threads t cross join lateral (select random() * interval '365 days' as age, random() as r) x
     cross join (values ('done', 0.2), ('reopened', 0.5), ('done', 0.9)) as k(kind, part)
     where t.client_id = $1::uuid and t.state = 'DONE' and (x.r < 0.5 or k.part = 0.9)`,
    [clientId],
  );
  await owner.query(
    `insert into ratings (client_id, id, thread_id, channel_id, user_id, assignee_id, due_at, asked_at, scale, score, answered_at)
     select client_id, gen_random_uuid(), id, channel_id, assignee_id, assignee_id, at, at, 5, 1 + (random() * 4)::int, at
     from threads cross join lateral (select now() - random() * interval '365 days' as at) x
     where client_id = $1::uuid and random() < 0.1`,
    [clientId],
  );
  await owner.query('analyze report_counts, report_times, thread_events, ratings');
  await owner.query('select roll_up_reports(1000)');
  await owner.query('vacuum analyze report_counts, report_times, report_days, report_durations, threads');
  return uids;
}
