import type pg from 'pg';
import { startBaseline } from './baseline/baseline.ts';
import { type Account, makeAccounts } from './harness/accounts.ts';
import type { Bench, Sample } from './harness/bench.ts';
import { interleave } from './harness/interleave.ts';
import { connectOwner } from './harness/owner.ts';
import { startParley } from './harness/parley.ts';

const size = { full: 200_000, quick: 10_000 };
const threadsAStatement = 5_000;
const pageSize = 50;
/** The baseline does not compress. */
const uncompressed = { 'accept-encoding': 'identity' };
const readsARound = { full: 2_000, quick: 300 };

/** The list of conversations over HTTP, one reader, beside one statement on the same rows without anything around it. */
export const inboxBench: Bench = {
  name: 'inbox',
  title: 'the list of conversations',
  async run(options) {
    const [threads, reads] = options.quick ? [size.quick, readsARound.quick] : [size.full, readsARound.full];
    const parley = await startParley(options);
    const owner = await connectOwner(parley.ownerUrl);
    try {
      const [account] = await makeAccounts(parley, 1);
      if (account === undefined) throw new Error('no account was made');
      await seed(owner, account, threads, options.say);
      const baseline = await startBaseline('list.ts', {
        DATABASE_URL: parley.ownerUrl,
        CLIENT_ID: account.clientId,
        LIMIT: String(pageSize),
      });
      const headers = { authorization: `Bearer ${account.token}`, ...uncompressed };
      const list = `${parley.url}/api/threads?state=ACTIVE&limit=${pageSize}`;
      try {
        const figure = await interleave(options, 'inbox.list', {
          subject: () => readList(list, headers, reads),
          comparison: () => readList(baseline.url, uncompressed, reads),
        });
        return [figure];
      } finally {
        await baseline.stop();
      }
    } finally {
      await owner.end();
      await parley.remove();
    }
  },
};

async function readList(url: string, headers: Record<string, string>, reads: number): Promise<Sample> {
  const times: number[] = [];
  const faults: string[] = [];
  for (let n = 0; n < reads; n++) {
    const began = performance.now();
    const response = await fetch(url, { headers });
    const { data } = (await response.json()) as { data?: unknown[] };
    times.push(performance.now() - began);
    if (data?.length !== pageSize) faults.push(`${response.status} with ${data?.length ?? 'no'} conversations`);
  }
  times.sort((a, b) => a - b);
  return { value: times[Math.floor(times.length / 2)] ?? Number.NaN, faults: faults.slice(0, 1) };
}

async function seed(owner: pg.Client, account: Account, threads: number, say: (line: string) => void): Promise<void> {
  for (let from = 1; from <= threads; from += threadsAStatement) {
    const to = Math.min(threads, from + threadsAStatement - 1);
    await owner.query(insert, [account.clientId, account.channelId, from, to]);
  }
  // A server that has run for a day has done this automatically.
  await owner.query('vacuum analyze messages, threads, contacts');
  say(`  ${threads} conversations`);
}

const insert = `
  with people as (
    insert into contacts (client_id, id, name) select $1::uuid, uuidv7(), 'Person ' || n from generate_series($3::int, $4::int) n
    returning id
  ), pairs as (
    select id as contact_id, uuidv7() as thread_id, uuidv7() as message_id,
      now() - (abs(hashtext(id::text)) % 300000) * interval '1 minute' as at
    from people
  ), talks as (
    insert into threads (client_id, id, channel_id, contact_id, last_message_id, last_message_at)
    select $1::uuid, thread_id, $2::uuid, contact_id, message_id, at from pairs
  )
  insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, source, medium, type, status, content,
    created_by, created_at, "timestamp", sort_at)
  select $1::uuid, message_id, thread_id, $2::uuid, contact_id, 'INCOMING', 'INBOX', 'WEBHOOK', 'text', 2,
    jsonb_build_object('body', 'Is the blue frame still in stock? Order ' || abs(hashtext(thread_id::text))), 'webhook', at, at,
    date_trunc('second', at)
  from pairs`;
