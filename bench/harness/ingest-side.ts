import type pg from 'pg';
import type { Baseline } from '../baseline/baseline.ts';
import { type DeliveryPlan, type ExpectedCounts, expectedCountsOf } from '../load/deliveries.ts';
import type { LoadCommands, LoadResult } from '../load/generator.ts';
import type { Account } from './accounts.ts';
import type { Sample } from './bench.ts';
import { connectOwner, untilCount } from './owner.ts';
import type { Parley } from './parley.ts';
import { cpuOf, cpuTotal } from './processes.ts';
import type { Worker } from './worker.ts';
import { wallMs } from './worker.ts';

export type Load = Worker<LoadCommands>;
export type Size = { posts: number; eventsPerPost: number; messagesOnly?: boolean };
/** Posts a round. */
export type Post = (load: Load) => Promise<LoadResult>;

/** The result of a round of deliveries: the responses, and how long until nothing was pending. */
export type Delivered = LoadResult & {
  completeMs: number;
  emptyAfterMs: number;
  faults: string[];
  cpuUs: { node: number; postgres: number };
  /** Of everything involved, per POST. */
  costUs: number;
};

export type IngestSide = {
  deliver(load: Load, round: number, post: Post): Promise<Delivered>;
  /** Posts the deliveries of the last round again: only raw rows may be added. @returns faults */
  replay(load: Load, post: Post): Promise<string[]>;
  close(): Promise<void>;
};

const pendingQuery = 'select coalesce(sum(applied_seq), 0) as n from ingest_partitions';
const steps = ['delivered', 'read', 'played'] as const;

/** The number of seeded messages an account needs so that each of `rounds` rounds finds one with a step left. */
export function messagesFor(rounds: number, accounts: number, size: Size): number {
  const most = Math.max(
    ...expectedCountsOf({ ...size, destinations: Array(accounts).fill(null) }).map((counts) => counts.statuses),
  );
  return Math.ceil(rounds / steps.length) * most;
}

/**
 * The product's side: posts a round to its accounts, waits until every delivery is applied, then counts the rows.
 * Statuses of round n advance the messages of block n / 3 by one step, so that each one changes its row.
 */
export async function ingestSide(
  parley: Parley,
  accounts: readonly Account[],
  size: Size,
  seeded: { firstMessage: number; customers: number; label: string; unknownYet?: boolean },
): Promise<IngestSide> {
  const owner = await connectOwner(parley.ownerUrl);
  const destinations = accounts.map((account) => ({
    ...account,
    path: `/webhooks/whatsapp/${account.channelId}`,
    secret: account.appSecret,
  }));
  const expected = expectedCountsOf({ ...size, destinations });
  let isFirst = true;
  const perBlock = messagesFor(1, accounts.length, size);
  const customersPerRound = Math.max(...expected.map((counts) => counts.newCustomers));
  return {
    async deliver(load, round, post) {
      const plan: DeliveryPlan = {
        destinations,
        ...size,
        label: `${seeded.label}${round}`,
        status: steps[round % steps.length] ?? 'delivered',
        firstMessage: seeded.firstMessage + Math.floor(round / steps.length) * perBlock,
        knownCustomers: seeded.customers,
        firstCustomer: round * customersPerRound + customerOffset(seeded.label),
      };
      await load.call('deliveries', { url: parley.url, plan });
      const before = await countRows(owner);
      const cpuBefore = cpuOf(parley.pid);
      const costBefore = cpuTotal([parley.pid, load.pid]);
      const writeFirst = isFirst && seeded.unknownYet === true;
      isFirst = false;
      const answered = await post(load);
      await untilCount(owner, pendingQuery, before.deliveries + size.posts);
      const completeAtMs = wallMs();
      const cpu = cpuOf(parley.pid);
      const costMs = cpuTotal([parley.pid, load.pid]) - costBefore;
      const events = size.posts * size.eventsPerPost;
      return {
        ...answered,
        completeMs: completeAtMs - answered.firstMs,
        emptyAfterMs: Math.max(0, completeAtMs - answered.lastMs),
        cpuUs: {
          node: ((cpu.node - cpuBefore.node) * 1_000) / events,
          postgres: ((cpu.postgres - cpuBefore.postgres) * 1_000) / events,
        },
        costUs: (costMs * 1_000) / size.posts,
        faults: [
          ...wrongAnswers(answered, size.posts),
          ...wrongRows(
            before,
            await countRows(owner),
            writeFirst ? allNew(expected, seeded.customers) : expected,
            size.posts,
          ),
          ...(await wrongFeeds(owner)),
        ],
      };
    },
    async replay(load, post) {
      const before = await countRows(owner);
      const answered = await post(load);
      await untilCount(owner, pendingQuery, before.deliveries + size.posts);
      const nothing = expected.map((): ExpectedCounts => ({ statuses: 0, messages: 0, newCustomers: 0 }));
      return [
        ...wrongAnswers(answered, size.posts),
        ...wrongRows(before, await countRows(owner), nothing, size.posts),
      ].map((fault) => `replayed: ${fault}`);
    },
    close: () => owner.end(),
  };
}

/** The same, when none of the known customers has written before. */
function allNew(expected: readonly ExpectedCounts[], customers: number): ExpectedCounts[] {
  return expected.map((counts) => ({ ...counts, newCustomers: Math.min(customers, counts.messages) }));
}

/** New customers of two variants on one server must not be the same contacts. */
function customerOffset(label: string): number {
  return ([...label].reduce((sum, letter) => sum * 7 + letter.charCodeAt(0), 0) % 90) * 100_000;
}

export function wrongAnswers(result: LoadResult, posts: number): string[] {
  const good = result.statuses['200'] ?? 0;
  return good === posts ? [] : [`${good} of ${posts} answered 200: ${JSON.stringify(result.statuses)}`];
}

type Counts = Record<
  | 'deliveries'
  | 'incoming'
  | 'events'
  | 'contacts'
  | 'messageChanges'
  | 'threadChanges'
  | 'contactsNew'
  | 'refused'
  | 'parked'
  | 'raw'
  | 'steps',
  number
>;

async function countRows(owner: pg.Client): Promise<Counts> {
  const { rows } = await owner.query<Record<keyof Counts, string>>(`select
    (select coalesce(sum(applied_seq), 0) from ingest_partitions) as "deliveries",
    (select count(*) from webhook_events) as "raw",
    (select count(*) from messages where direction = 'INCOMING') as "incoming",
    (select coalesce(sum(status), 0) from messages where direction = 'OUTGOING') as "steps",
    (select count(*) from message_events) as "events",
    (select count(*) from contacts) as "contacts",
    (select count(*) from changes where collection = 'messages') as "messageChanges",
    (select count(*) from changes where collection = 'threads') as "threadChanges",
    (select count(distinct row_id) from changes where collection = 'contacts' and marker = 'NEW') as "contactsNew",
    (select count(*) from webhook_refusals) as "refused",
    (select count(*) from parked_statuses) as "parked"`);
  const [row] = rows;
  if (row === undefined) throw new Error('nothing was counted');
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as Counts;
}

/** Exactly the sent rows must exist: fewer are lost, more are duplicated. */
function wrongRows(before: Counts, after: Counts, perAccount: readonly ExpectedCounts[], posts: number): string[] {
  const sum = (pick: (counts: ExpectedCounts) => number) =>
    perAccount.reduce((total, counts) => total + pick(counts), 0);
  const statuses = sum((counts) => counts.statuses);
  const messages = sum((counts) => counts.messages);
  const newCustomers = sum((counts) => counts.newCustomers);
  const expected: Partial<Counts> = {
    deliveries: posts,
    raw: posts,
    incoming: messages,
    steps: statuses,
    events: statuses,
    contacts: newCustomers,
    contactsNew: newCustomers,
    messageChanges: statuses + messages,
    threadChanges: messages,
    refused: 0,
    parked: 0,
  };
  return Object.entries(expected).flatMap(([name, count]) => {
    const found = after[name as keyof Counts] - before[name as keyof Counts];
    return found === count ? [] : [`${name}: ${found} instead of ${count}`];
  });
}

/** Positions of an account's feed have no gaps: a gap would be a change that no screen ever gets. */
async function wrongFeeds(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ client_id: string; found: string; pos: string }>(
    `select c.client_id, c.pos, count(f.pos) as found from change_counters c left join changes f using (client_id)
     group by c.client_id, c.pos having count(f.pos) <> c.pos or count(distinct f.pos) <> c.pos`,
  );
  return rows.map((row) => `feed of ${row.client_id}: ${row.found} rows up to position ${row.pos}`);
}

/** The baseline's side of the same round: the same bodies, signed for it. */
export async function baselineSide(
  baseline: Baseline,
  accounts: readonly Account[],
  size: Size,
): Promise<{ deliver(load: Load, round: number, post: Post): Promise<Delivered>; close(): Promise<void> }> {
  const owner = await connectOwner(baseline.database.ownerUrl);
  const destinations = accounts.map((account) => ({ ...account, path: '/', secret: baseline.secret }));
  return {
    async deliver(load, round, post) {
      const plan: DeliveryPlan = {
        destinations,
        ...size,
        label: `F${round}`,
        status: steps[round % steps.length] ?? 'delivered',
        firstMessage: round * messagesFor(1, accounts.length, size),
        knownCustomers: 1_000,
        firstCustomer: round * 10_000,
      };
      await load.call('deliveries', { url: baseline.url, plan });
      await owner.query('truncate deliveries');
      const costBefore = cpuTotal([baseline.pid, baseline.database.pid, load.pid]);
      const answered = await post(load);
      const costMs = cpuTotal([baseline.pid, baseline.database.pid, load.pid]) - costBefore;
      const { rows } = await owner.query<{ n: string }>('select count(*) as n from deliveries');
      const stored = Number(rows[0]?.n ?? 0);
      return {
        ...answered,
        completeMs: answered.lastMs - answered.firstMs,
        emptyAfterMs: 0,
        cpuUs: { node: 0, postgres: 0 },
        costUs: (costMs * 1_000) / size.posts,
        faults: [
          ...wrongAnswers(answered, size.posts),
          ...(stored === size.posts ? [] : [`baseline stored ${stored} of ${size.posts}`]),
        ],
      };
    },
    close: () => owner.end(),
  };
}

/** A round as a sample of POSTs a second. */
export function asRate(delivered: Delivered, posts: number): Sample {
  return {
    value: (posts * 1_000) / delivered.completeMs,
    faults: delivered.faults,
    costUs: delivered.costUs,
    notes: {
      'µs a POST, all together': delivered.costUs,
      'µs Node an event': delivered.cpuUs.node,
      'µs PostgreSQL an event': delivered.cpuUs.postgres,
      'ms p99 answer': delivered.latency.p99,
      'ms pending after the last answer': delivered.emptyAfterMs,
    },
  };
}
