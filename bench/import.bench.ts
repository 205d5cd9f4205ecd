import pg from 'pg';
import { connectInstallation } from '../scripts/seed/installation.ts';
import { openSandbox } from '../scripts/seed/sandbox.ts';
import { startBaselineDatabase } from './baseline/postgres.ts';
import { makeAccounts } from './harness/accounts.ts';
import { type Bench, type BenchOptions, type Figure, type Sample, wanted } from './harness/bench.ts';
import { callerOf, importFile, timed } from './harness/import-client.ts';
import { interleave } from './harness/interleave.ts';
import { startParley } from './harness/parley.ts';
import { proportionalMb } from './harness/processes.ts';
import { measureLargest } from './import-largest.ts';
import { contactFile } from './load/contact-files.ts';

const memoryEveryMs = 100;
const writeEveryMs = 500;

/**
 * Imports of files of contacts with a field, lists and numbers written in three ways: how fast rows come in beside plain
 * upserts of a thousand, how long all rows are checked, what a file of a million does to memory and to the inbox, and
 * whether the largest file there may be comes in whole.
 */
export const importBench: Bench = {
  name: 'import',
  title: 'files of contacts',
  async run(options) {
    const figures: Figure[] = [];
    if (wanted(options, 'import.rows')) figures.push(...(await measureRows(options)));
    if (wanted(options, 'import.million')) figures.push(...(await measureMillion(options)));
    if (wanted(options, 'import.largest')) figures.push(...(await measureLargest(options)));
    return figures;
  },
};

async function measureRows(options: BenchOptions): Promise<Figure[]> {
  const parley = await startParley(options);
  const database = await startBaselineDatabase();
  const engine = new pg.Client({ connectionString: database.ownerUrl });
  await engine.connect();
  try {
    await engine.query(`create table people (client_id uuid not null, id uuid not null, phone text not null, name text not null,
      custom_fields jsonb not null, created_at timestamptz not null default now(), primary key (client_id, id), unique (client_id, phone))`);
    const [account] = await makeAccounts(parley, 1);
    if (account === undefined) throw new Error('no account was made');
    const call = callerOf(() => ({ url: parley.url, token: account.token }));
    const rows = options.quick ? 20_000 : 100_000;
    const checks: Figure['rounds'] = [];
    let from = 0;
    const subject = async (round: number): Promise<Sample> => {
      const came = await importFile(call, contactFile(rows, from));
      from += rows;
      const { added, rejected } = came.done.result;
      const faults = added === rows && rejected === 0 ? [] : [`${added} of ${rows} added, ${rejected} rejected`];
      const ofHundredThousand = (came.checkMs * 100_000) / rows;
      if (round > 0) checks.push({ subject: { value: ofHundredThousand, faults }, comparison: null });
      return {
        value: (rows * 1_000) / (came.readMs + came.runMs),
        faults,
        notes: { 'read ms': came.readMs, 'check ms': came.checkMs, 'run ms': came.runMs },
      };
    };
    let at = 0;
    const comparison = async (): Promise<Sample> => {
      const { ms } = await timed(async () => {
        for (let n = 0; n < rows; n += 1_000) {
          const numbers = Array.from({ length: 1_000 }, () => String(491_500_000_000 + at++));
          await engine.query({
            name: 'upsert',
            text: `insert into people (client_id, id, phone, name, custom_fields)
              select '00000000-0000-0000-0000-000000000001', gen_random_uuid(), phone, 'Person ' || phone, jsonb_build_object('1', 'Town')
              from unnest($1::text[]) phone on conflict (client_id, phone) do update set name = excluded.name`,
            values: [numbers],
          });
        }
      });
      return { value: (rows * 1_000) / ms, faults: [] };
    };
    const figure = await interleave(options, 'import.rows', { subject, comparison });
    return [figure, { name: 'import.check', rounds: checks }];
  } finally {
    await engine.end();
    await database.stop();
    await parley.remove();
  }
}

async function measureMillion(options: BenchOptions): Promise<Figure[]> {
  const parley = await startParley(options);
  const installation = await connectInstallation(parley.dataDir, parley.url, async () => undefined);
  try {
    const [account] = await makeAccounts(parley, 1);
    if (account === undefined) throw new Error('no account was made');
    const call = callerOf(() => ({ url: parley.url, token: account.token }));
    const sandbox = await openSandbox(installation, account.clientId);
    const phone = await sandbox.makePhone({ name: 'Amara', phone_number: '447700900118' });
    let written = 0;
    /** From the customer's message to its change in the feed, when screens receive it. */
    const roundTrip = async (): Promise<number> => {
      const { ms } = await timed(async () => {
        const body = `Hello ${written++}`;
        await sandbox.write(phone, 'text', { body });
        for (;;) {
          const { rows } = await installation.owner.query(
            `select from messages m join changes c on c.client_id = m.client_id and c.row_id = m.id::text
             where m.client_id = $1 and m.direction = 'INCOMING' and m.content->>'body' = $2 limit 1`,
            [account.clientId, body],
          );
          if (rows.length > 0) return;
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      });
      return ms;
    };
    // Once before the measurement: code is loaded, pools are open.
    await importFile(call, contactFile(5_000, 900_000_00));
    for (let n = 0; n < 10; n++) await roundTrip();
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const idleMb = proportionalMb(parley.pid);
    let highestMb = idleMb;
    const memory = setInterval(() => {
      highestMb = Math.max(highestMb, proportionalMb(parley.pid));
    }, memoryEveryMs);
    const trips: number[] = [];
    let over = false;
    const inbox = (async () => {
      while (!over) {
        trips.push(await roundTrip());
        await new Promise((resolve) => setTimeout(resolve, writeEveryMs));
      }
    })();
    const rows = options.quick ? 100_000 : 1_000_000;
    const { ms, result } = await timed(() => importFile(call, contactFile(rows, 0)));
    over = true;
    await inbox;
    clearInterval(memory);
    const { added } = result.done.result;
    const faults = added === rows ? [] : [`${added} of ${rows} added`];
    trips.sort((one, other) => one - other);
    const p95 = trips[Math.min(trips.length - 1, Math.floor(trips.length * 0.95))] ?? 0;
    options.say(
      `  ${rows} rows in ${(ms / 1_000).toFixed(1)} s (read ${(result.readMs / 1_000).toFixed(1)}, check ${(result.checkMs / 1_000).toFixed(1)}, ` +
        `run ${(result.runMs / 1_000).toFixed(1)}); memory ${idleMb.toFixed(0)} to ${highestMb.toFixed(0)} MB; ` +
        `${trips.length} messages, p50 ${trips[Math.floor(trips.length / 2)]?.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    );
    const one = (name: Figure['name'], value: number): Figure => ({
      name,
      rounds: [{ subject: { value, faults }, comparison: null }],
    });
    return [one('import.memory', highestMb - idleMb), one('import.inbox', p95)];
  } finally {
    await installation.close();
    await parley.remove();
  }
}
