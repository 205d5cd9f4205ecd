import { join } from 'node:path';
import type pg from 'pg';
import type { EngineCommands } from './baseline/engine.ts';
import { startBaselineDatabase } from './baseline/postgres.ts';
import { makeAccounts, pauseNumber } from './harness/accounts.ts';
import type { BarName } from './harness/bars.ts';
import { type Bench, type BenchOptions, type Figure, type Sample, wanted } from './harness/bench.ts';
import { interleave } from './harness/interleave.ts';
import { loadEntry } from './harness/load-entry.ts';
import { connectOwner, untilCount } from './harness/owner.ts';
import { startParley } from './harness/parley.ts';
import { cpuOf } from './harness/processes.ts';
import { seedAccounts } from './harness/seed.ts';
import { startWorker } from './harness/worker.ts';
import type { LoadCommands } from './load/generator.ts';

const engineEntry = join(import.meta.dirname, 'baseline', 'engine.ts');
const engineConnections = 16;
const threads = 300;
const inFlight = 32;

/**
 * Sends through the API: message, trigger, thread and change rows. The numbers are paused, so that only accepting
 * messages is measured, not delivering them. The comparison is the engine: three inserts in a transaction and nothing
 * else.
 */
export const sendBench: Bench = {
  name: 'send',
  title: 'sends through the API',
  async run(options) {
    const figures: Figure[] = [];
    for (const accounts of [16, 1]) {
      if (wanted(options, `send.${accounts}`)) figures.push(await measure(options, accounts));
    }
    return figures;
  },
};

async function measure(options: BenchOptions, accountCount: number): Promise<Figure> {
  const parley = await startParley(options);
  const database = await startBaselineDatabase();
  const load = await startWorker<LoadCommands>(loadEntry);
  const engine = await startWorker<EngineCommands>(engineEntry);
  const owner = await connectOwner(parley.ownerUrl);
  try {
    await engine.call('open', { databaseUrl: database.ownerUrl, connections: engineConnections });
    const accounts = await makeAccounts(parley, accountCount);
    // With a history: statistics of a table that was analyzed while empty would mislead the planner.
    await seedAccounts(owner, accounts, { customers: threads, messages: 4 });
    for (const account of accounts) await pauseNumber(parley, account);
    const sends = options.quick ? 2_000 : 8_000;
    const subject = async (): Promise<Sample> => {
      await load.call('sends', { url: parley.url, plan: { accounts, sends, threads } });
      const before = await countRows(owner);
      const cpuBefore = cpuOf(parley.pid);
      const result = await load.call('closed', { connections: inFlight });
      const cpu = cpuOf(parley.pid);
      await untilCount(owner, 'select 1 - sign(count(*)) as n from changes_new', 1);
      return {
        value: (sends * 1_000) / (result.lastMs - result.firstMs),
        faults: [
          ...(result.statuses['201'] === sends ? [] : [`answered ${JSON.stringify(result.statuses)}`]),
          ...wrongRows(before, await countRows(owner), sends),
        ],
        notes: {
          'ms p50': result.latency.p50,
          'ms p99': result.latency.p99,
          'µs Node a send': ((cpu.node - cpuBefore.node) * 1_000) / sends,
          'µs PostgreSQL a send': ((cpu.postgres - cpuBefore.postgres) * 1_000) / sends,
        },
      };
    };
    const comparison = async (): Promise<Sample> => {
      const before = await engine.call('count', null);
      const { elapsedMs } = await engine.call('run', { transactions: sends, accounts: accountCount });
      const after = await engine.call('count', null);
      const complete = (['messages', 'triggers', 'changes'] as const).every(
        (name) => after[name] - before[name] === sends,
      );
      return { value: (sends * 1_000) / elapsedMs, faults: complete ? [] : ['the engine lost rows'] };
    };
    return await interleave(options, `send.${accountCount}` as BarName, { subject, comparison });
  } finally {
    await owner.end();
    await Promise.all([load.end(), engine.end()]);
    await database.stop();
    await parley.remove();
  }
}

type Counts = { messages: number; triggers: number; messageChanges: number; lastMessages: number };

async function countRows(owner: pg.Client): Promise<Counts> {
  const { rows } = await owner.query<Record<keyof Counts, string>>(`select
    (select count(*) from messages where direction = 'OUTGOING') as "messages",
    (select count(*) from triggers where kind = 'message' and state = 'waiting') as "triggers",
    (select count(*) from changes where collection = 'messages' and marker = 'NEW') as "messageChanges",
    (select count(*) from threads t join messages m on m.client_id = t.client_id and m.id = t.last_message_id
      where m.arrival = (select max(o.arrival) from messages o where o.client_id = t.client_id and o.thread_id = t.id))
      as "lastMessages"`);
  const [row] = rows;
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)])) as Counts;
}

function wrongRows(before: Counts, after: Counts, sends: number): string[] {
  return (['messages', 'triggers', 'messageChanges'] as const).flatMap((name) => {
    const found = after[name] - before[name];
    return found === sends ? [] : [`${name}: ${found} instead of ${sends}`];
  });
}
