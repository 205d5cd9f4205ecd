import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { createAccount, createUser } from '../../testing/users.ts';
import { startWorker } from '../../testing/worker.ts';
import { until } from '../../testing/world.ts';
import { statement } from '../db/sql.ts';
import { enqueueJobs, type NewJob, notifyJobs } from './queue.ts';
import { type JobKind, type JobRunner, type JobRunnerOptions, startJobs } from './runner.ts';

let database: TestDatabase;
let accounts: string[];
let runners: JobRunner[] = [];
beforeAll(async () => {
  database = await testDatabase();
  const user = await createUser(database.owner);
  accounts = [];
  for (let n = 0; n < 3; n++) accounts.push(await createAccount(database.owner, user, `Account ${n}`));
  await database.owner.query(`
    create table job_probe (client_id uuid primary key, done int not null default 0, goal int not null);
    create table job_probe_steps (client_id uuid not null, step int not null);
    select make_tenant_table('job_probe'), make_tenant_table('job_probe_steps')`);
});
beforeEach(async () => {
  await database.owner.query('truncate jobs, job_turns, job_probe, job_probe_steps');
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()));
  runners = [];
});
afterAll(() => database.close());

const account = (n: number): string => accounts[n] ?? '';
const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(database.owner, text, values);

async function enqueue(...jobs: NewJob[]): Promise<string[]> {
  const ids: string[] = [];
  for (const job of jobs) {
    ids.push(...(await database.platform.db.withTenant(job.clientId, (tx) => enqueueJobs(tx, [job]))));
  }
  notifyJobs(database.platform);
  return ids;
}

function run(kinds: JobKind[], options: Partial<JobRunnerOptions> = {}): JobRunner {
  const runner = startJobs(database.platform, kinds, { soleProcess: false, firstRetryMs: 20, ...options });
  runners.push(runner);
  return runner;
}

const states = () =>
  sql<{ id: string; state: string; attempts: number; last_error: string | null }>(
    'select id, state, attempts, last_error from jobs order by created_at, id',
  );
const allEnded = () =>
  until(async () => (await states()).every(({ state }) => state === 'done' || state === 'failed'), 60_000);
const job = (n: number, more: Partial<NewJob> = {}): NewJob => ({
  clientId: account(n),
  kind: 'test.do',
  payload: {},
  ...more,
});

describe('enqueueing', () => {
  test('a job runs only after its transaction was committed', async () => {
    const seen: string[] = [];
    run([{ name: 'test.do', run: async ({ id }) => void seen.push(id) }]);
    await database.platform.db
      .withTenant(account(0), async (tx) => {
        await enqueueJobs(tx, [job(0)]);
        throw new Error('no');
      })
      .catch(() => undefined);
    const [id] = await enqueue(job(0));
    await allEnded();
    expect(seen).toEqual([id]);
  });

  test('the same id again is the same job', async () => {
    const id = '0190a6e0-0000-7000-8000-000000000001';
    await enqueue(job(0, { id }), job(0, { id }));
    expect(await states()).toHaveLength(1);
  });

  test('an account cannot enqueue a job for another', async () => {
    await expect(database.platform.db.withTenant(account(0), (tx) => enqueueJobs(tx, [job(1)]))).rejects.toThrow(
      /row-level security/,
    );
  });

  test('a delayed job waits for its time', async () => {
    const seen: number[] = [];
    run([{ name: 'test.do', run: async () => void seen.push(Date.now()) }]);
    const before = Date.now();
    await enqueue(job(0, { delayMs: 300 }));
    await allEnded();
    expect((seen[0] ?? 0) - before).toBeGreaterThanOrEqual(295);
  });
});

describe('fairness', () => {
  test('an account with one job does not wait for the thousand jobs of another', async () => {
    await enqueue(...Array.from({ length: 12 }, () => job(0)));
    await enqueue(job(1));
    const order: string[] = [];
    run([{ name: 'test.do', run: async ({ clientId }) => void order.push(clientId) }], {
      concurrency: { heavy: 1, light: 1 },
    });
    await allEnded();
    expect(order).toHaveLength(13);
    expect(order.indexOf(account(1))).toBeLessThanOrEqual(1);
  });

  test('a job whose time slice is over lets another account run first', async () => {
    const order: string[] = [];
    let slices = 0;
    await enqueue(job(0));
    run(
      [
        {
          name: 'test.do',
          async run({ clientId, isSliceOver }) {
            order.push(clientId);
            if (clientId === account(1)) return undefined;
            if (slices++ === 0) await enqueue(job(1));
            while (!isSliceOver()) await new Promise((resolve) => setTimeout(resolve, 5));
            return slices < 3 ? 'again' : undefined;
          },
        },
      ],
      { concurrency: { heavy: 1, light: 1 }, sliceMs: 30 },
    );
    await until(async () => order.length === 4);
    await allEnded();
    expect(order).toEqual([account(0), account(1), account(0), account(0)]);
  });

  test('smaller priorities of one account run first', async () => {
    const [second, early] = await enqueue(job(0, { priority: 5 }), job(0, { priority: -5 }));
    const order: string[] = [];
    run([{ name: 'test.do', run: async ({ id }) => void order.push(id) }], { concurrency: { heavy: 1, light: 1 } });
    await allEnded();
    expect(order).toEqual([early, second]);
  });

  test('jobs of one key never run concurrently, also with several workers', async () => {
    let now = 0;
    let most = 0;
    const kind: JobKind = {
      name: 'test.do',
      async run() {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 15));
        now--;
        return undefined;
      },
    };
    await enqueue(...Array.from({ length: 8 }, () => job(0, { key: 'one' })));
    for (let n = 0; n < 3; n++) run([kind], { concurrency: { heavy: 4, light: 4 } });
    await allEnded();
    expect(most).toBe(1);
  });
});

describe('failing', () => {
  test('is retried with pauses, then given up, and the feature is notified', async () => {
    await sql('insert into job_probe (client_id, goal) values ($1, 0)', [account(0)]);
    const note = statement('test.note-failure', 'update job_probe set done = -1 where client_id = $1');
    let tries = 0;
    run([
      {
        name: 'test.do',
        maxAttempts: 3,
        async run() {
          tries++;
          throw new Error('the file is gone');
        },
        onGiveUp: async (tx) => void (await tx.run(note, [tx.clientId])),
      },
    ]);
    await enqueue(job(0));
    await allEnded();
    expect(tries).toBe(3);
    expect(await states()).toMatchObject([{ state: 'failed', last_error: 'the file is gone' }]);
    expect(await sql('select done from job_probe')).toEqual([{ done: -1 }]);
  });

  test('a commit in between resets the count', async () => {
    await sql('insert into job_probe (client_id, goal) values ($1, 5)', [account(0)]);
    const step = statement('test.step', 'update job_probe set done = done + 1 where client_id = $1 returning done');
    run([
      {
        name: 'test.do',
        maxAttempts: 2,
        async run(current) {
          const [row] = await current.transaction((tx) => tx.rows<{ done: number }>(step, [tx.clientId]));
          if ((row?.done ?? 0) < 5) throw new Error('not yet');
          return undefined;
        },
      },
    ]);
    await enqueue(job(0));
    await allEnded();
    expect(await states()).toMatchObject([{ state: 'done' }]);
  });

  test('stopping requeues the job without counting an attempt', async () => {
    let begun = false;
    const runner = run([
      {
        name: 'test.do',
        run: ({ signal }) =>
          new Promise((_resolve, reject) => {
            begun = true;
            signal.addEventListener('abort', () => reject(new Error('stopped')));
          }),
      },
    ]);
    await enqueue(job(0));
    await until(async () => begun);
    await runner.stop();
    expect(await states()).toMatchObject([{ state: 'waiting', attempts: 0, last_error: null }]);
  });
});

describe('losing a lease', () => {
  test('a run longer than its lease renews it', async () => {
    let runs = 0;
    const kind: JobKind = {
      name: 'test.do',
      async run() {
        runs++;
        const [began] = await sql<{ lease_until: Date }>('select lease_until from jobs');
        // Its lease was renewed at least twice, past the end of the first one.
        await until(async () => {
          const [now] = await sql<{ extended: boolean }>(
            `select lease_until > $1::timestamptz + interval '3 seconds' as extended from jobs`,
            [began?.lease_until],
          );
          return now?.extended === true;
        }, 60_000);
        return undefined;
      },
    };
    run([kind], { leaseMs: 3_000 });
    run([kind], { leaseMs: 3_000 });
    await enqueue(job(0));
    await until(async () => (await states()).every(({ state }) => state === 'done'), 60_000);
    expect(runs).toBe(1);
  });

  test('a job that crashed its process fifty times is given up, and the feature is notified', async () => {
    await enqueue(job(0, { id: '01990000-0000-7000-8000-000000000050' }));
    await sql('update jobs set attempts = 50');
    let ran = false;
    const reasons: string[] = [];
    const kind: JobKind = {
      name: 'test.do',
      run: async () => {
        ran = true;
        return undefined;
      },
      onGiveUp: async (_tx, _payload, reason) => {
        reasons.push(reason);
      },
    };
    run([kind]);
    await allEnded();
    expect(await states()).toMatchObject([{ state: 'failed' }]);
    expect([ran, reasons]).toEqual([false, ['The server ended each time this was tried.']]);
  });

  test('a run whose lease expired cannot write any more', async () => {
    await sql('insert into job_probe (client_id, goal) values ($1, 100)', [account(0)]);
    const step = statement('test.step', 'update job_probe set done = done + 1 where client_id = $1 returning done');
    const outcomes: string[] = [];
    let runs = 0;
    const kind: JobKind = {
      name: 'test.do',
      async run(current) {
        if (++runs === 1) {
          // As if this process had been suspended: another one takes over the job meanwhile.
          await sql(`update jobs set lease_until = now() - interval '1 second'`);
          notifyJobs(database.platform);
          await until(async () => runs === 2);
        }
        try {
          await current.transaction((tx) => tx.rows(step, [tx.clientId]));
          outcomes.push('wrote');
        } catch (error) {
          outcomes.push((error as Error).constructor.name);
          throw error;
        }
        return undefined;
      },
    };
    run([kind]);
    run([kind]);
    await enqueue(job(0));
    await until(async () => outcomes.length === 2);
    await allEnded();
    expect(outcomes.sort()).toEqual(['JobLeaseLost', 'wrote']);
    expect(await sql('select done from job_probe')).toEqual([{ done: 1 }]);
    expect(await states()).toMatchObject([{ state: 'done' }]);
  });

  test.each(['sole', 'among others'])(
    'killed twenty times (%s), each step is done once',
    async (place) => {
      const goal = 20_000;
      await sql('insert into job_probe (client_id, goal) values ($1, $2), ($3, $2)', [account(0), goal, account(1)]);
      await enqueue(job(0, { kind: 'test.count' }), job(1, { kind: 'test.count' }));
      const runner = { soleProcess: place === 'sole', leaseMs: 400, sliceMs: 60 };
      const start = () => startWorker({ ownerUrl: database.ownerUrl, jobs: 'counting', runner });
      const ended = async () => (await states()).every(({ state }) => state === 'done');
      let kills = 0;
      for (; kills < 20 && !(await ended()); kills++) {
        const child = start();
        await once(child, 'message');
        await new Promise((resolve) => setTimeout(resolve, 30 + kills * 10));
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      const last = start();
      await until(ended, 180_000);
      last.kill('SIGKILL');
      await once(last, 'exit');
      const rows = await sql<{ n: number; different: number; done: number }>(
        `select count(*)::int as n, count(distinct step)::int as different, max(step) as done
       from job_probe_steps group by client_id`,
      );
      expect(rows).toEqual([
        { n: goal / 10, different: goal / 10, done: goal },
        { n: goal / 10, different: goal / 10, done: goal },
      ]);
      expect(kills).toBeGreaterThan(5);
    },
    400_000,
  );
});
