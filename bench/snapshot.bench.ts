import type { AudienceCheck } from '@parley/contract/types';
import pg from 'pg';
import { startBaselineDatabase } from './baseline/postgres.ts';
import { makeAccounts } from './harness/accounts.ts';
import { type Bench, type BenchOptions, type Figure, type Sample, wanted } from './harness/bench.ts';
import { callerOf, timed } from './harness/import-client.ts';
import { interleave } from './harness/interleave.ts';
import { largeAccount } from './harness/large-account.ts';
import { connectOwner } from './harness/owner.ts';
import { startParley } from './harness/parley.ts';
import { seedContacts } from './harness/seed-contacts.ts';

const baselinePageSize = 500;
const pollMs = 20;

/**
 * The snapshot of a broadcast: how long counting a large list among many contacts takes, and how fast recipients are
 * inserted with their values, compared with plain inserts of 500 rows into a table with two keys.
 */
export const snapshotBench: Bench = {
  name: 'snapshot',
  title: 'the snapshot of a broadcast',
  async run(options) {
    const figures = wanted(options, 'snapshot.million') ? [await countMillion(options)] : [];
    if (!wanted(options, 'snapshot.check') && !wanted(options, 'snapshot.rows')) return figures;
    const contacts = options.quick ? 40_000 : 400_000;
    const parley = await startParley(options);
    const owner = await connectOwner(parley.ownerUrl);
    const database = await startBaselineDatabase();
    const baseline = new pg.Client({ connectionString: database.ownerUrl });
    await baseline.connect();
    try {
      const [account] = await makeAccounts(parley, 1);
      if (account === undefined) throw new Error('no account was made');
      const { lists } = await seedContacts(owner, account, contacts, options.say);
      const list = { contact_list_ids: [lists.many] };
      const call = callerOf(() => ({ url: parley.url, token: account.token }));
      const asked = { channel_id: account.channelId, audience: list };

      const check = async (): Promise<Sample> => {
        const { ms, result } = await timed(() => call<{ total: number }>('POST', '/campaigns/audience', asked));
        return { value: ms, faults: result.total > 0 ? [] : ['nobody was counted'] };
      };
      if (wanted(options, 'snapshot.check')) {
        figures.push(await interleave(options, 'snapshot.check', { subject: check, comparison: null }));
      }
      if (!wanted(options, 'snapshot.rows')) return figures;

      const subject = async (): Promise<Sample> => {
        const { id } = await call<{ id: string }>('POST', '/campaigns', { name: 'Everybody', ...asked });
        await owner.query(`update campaigns set state = 'PAUSED', preparing = true, template_id = id where id = $1`, [
          id,
        ]);
        await owner.query(
          `insert into jobs (client_id, id, kind, key, weight, payload) values ($1, gen_random_uuid(), 'broadcasts.snapshot', $2::text, 'heavy',
             jsonb_build_object('campaign_id', $2::text))`,
          [account.clientId, id],
        );
        const readProgress = async () => {
          const { rows } = await owner.query<{ preparing: boolean; total: number | null; n: number }>(
            `select preparing, total, coalesce((snapshot_cursor->>'n')::int, 0) as n from campaigns where id = $1`,
            [id],
          );
          const [row] = rows;
          if (row === undefined) throw new Error('the broadcast is gone');
          return row;
        };
        // Workers poll for jobs: the time starts with the first existing page.
        let before = await readProgress();
        for (; before.preparing && before.n === 0; before = await readProgress()) await wait();
        const { ms, result: total } = await timed(async () => {
          for (;;) {
            const now = await readProgress();
            if (!now.preparing) return now.total ?? 0;
            await wait();
          }
        });
        const faults = total > before.n ? [] : [`${total} recipients were written`];
        return { value: ((total - before.n) * 1_000) / ms, faults, notes: { recipients: total } };
      };
      await baseline.query(`create table people (campaign uuid not null, n int not null, person text not null, phone text not null,
        name text not null, "values" jsonb not null, state text not null, primary key (campaign, n), unique (campaign, person))`);
      const comparison = async (): Promise<Sample> => {
        const rows = options.quick ? 20_000 : 100_000;
        const campaign = crypto.randomUUID();
        const { ms } = await timed(async () => {
          for (let from = 0; from < rows; from += baselinePageSize) {
            const page = Array.from({ length: baselinePageSize }, (_none, at) => ({
              n: from + at,
              phone: String(4_477_000_000 + from + at),
            }));
            await baseline.query({
              name: 'insert',
              text: `insert into people select $1, n, 'p:' || phone, phone, 'Person ' || n, '{"body.who": "Person"}', 'QUEUED'
                from jsonb_to_recordset($2::jsonb) as x(n int, phone text)`,
              values: [campaign, JSON.stringify(page)],
            });
          }
        });
        return { value: (rows * 1_000) / ms, faults: [] };
      };
      figures.push(await interleave(options, 'snapshot.rows', { subject, comparison }));
      return figures;
    } finally {
      await baseline.end();
      await database.stop();
      await owner.end();
      await parley.remove();
    }
  },
};

/** All contacts of an account with six exclusions, as the audience step asks for it after every change. */
async function countMillion(options: BenchOptions): Promise<Figure> {
  const { parley, account, seed, contacts } = await largeAccount(options);
  const call = callerOf(() => ({ url: parley.url, token: account.token }));
  const body = {
    channel_id: account.channelId,
    template_id: seed.templateId,
    audience: { selection: {} },
    variables: { 'body.1': { field: 'FIRST_NAME' }, 'body.2': { field: 'City' } },
    exclude: {
      contact_list_ids: [seed.lists.few, seed.lists.some],
      marketed_within_hours: 48,
      active_assigned: true,
      without_opt_in: true,
      missing_values: true,
    },
  };
  return interleave(options, 'snapshot.million', {
    comparison: null,
    async subject() {
      const { ms, result } = await timed(() => call<AudienceCheck>('POST', '/campaigns/audience', body));
      const reasons = result.excluded.map(({ reason }) => reason).sort();
      const faults = result.total === contacts ? [] : [`${result.total} of ${contacts} were counted`];
      if (reasons.join() !== exclusions.join()) faults.push(`excluded were ${reasons.join()}`);
      return { value: ms, faults, notes: { 'will receive': result.will_receive } };
    },
  });
}

const exclusions = [
  'active_conversation',
  'excluded_list',
  'marketed_lately',
  'missing_value',
  'no_opt_in',
  'suppressed',
];

function wait(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pollMs));
}
