import { type Executor, statement } from '../db/sql.ts';

export type Lane = 'heavy' | 'light';

export type JobRow = {
  client_id: string;
  id: string;
  kind: string;
  lane: Lane;
  key: string;
  payload: Record<string, string>;
  priority: number;
  delay_ms: number;
};

const insert = statement(
  'jobs.insert',
  `insert into jobs (client_id, id, kind, lane, key, payload, priority, run_at)
   select client_id, id, kind, lane, key, payload, priority, now() + delay_ms * interval '1 millisecond'
   from jsonb_to_recordset($1::jsonb) as x(client_id uuid, id uuid, kind text, lane text, key text, payload jsonb,
     priority smallint, delay_ms bigint)
   on conflict (client_id, id) do nothing`,
);

/** @returns how many were not there yet */
export function insertJobs(tx: Executor, rows: readonly JobRow[]): Promise<number> {
  return tx.run(insert, [JSON.stringify(rows)]);
}

const lock = statement('jobs.lock-claims', 'select pg_advisory_xact_lock($1)');

// Any number that no other use of advisory locks in this database takes.
const claimLock = 7_261_553_002;

const requeue = statement(
  'jobs.requeue-abandoned',
  `with abandoned as materialized (
     select client_id, id from jobs where state = 'running' and lease_until < now()
     order by lease_until limit 50 for update skip locked
   )
   update jobs j set state = 'waiting', turn_at = clock_timestamp(), lease_until = null
   from abandoned a where j.client_id = a.client_id and j.id = a.id`,
);

/* Walks from account to account along the index of what waits; the account that was served longest ago is next. */
const claim = statement(
  'jobs.claim',
  `with recursive accounts as (
     (select client_id from jobs where lane = $1 and state = 'waiting' order by client_id limit 1)
     union all
     select n.client_id from accounts a, lateral (
       select client_id from jobs where lane = $1 and state = 'waiting' and client_id > a.client_id
       order by client_id limit 1) n
   ), chosen as materialized (
     select j.client_id, j.id from accounts a
     left join job_turns t on t.client_id = a.client_id and t.lane = $1
     cross join lateral (
       select w.client_id, w.id from jobs w
       where w.lane = $1 and w.client_id = a.client_id and w.state = 'waiting' and w.run_at <= now()
         and w.kind = any($2) and not exists (
           select from jobs r where r.client_id = w.client_id and r.key = w.key and r.state = 'running')
       order by w.priority, w.turn_at limit 1) j
     order by t.served_at nulls first limit 1
   ), served as (
     insert into job_turns (client_id, lane, served_at) select client_id, $1, clock_timestamp() from chosen
     on conflict (client_id, lane) do update set served_at = excluded.served_at
   )
   update jobs j set state = 'running', epoch = j.epoch + 1, attempts = j.attempts + 1,
     lease_until = now() + $3 * interval '1 millisecond'
   from chosen c where j.client_id = c.client_id and j.id = c.id
   returning j.client_id, j.id, j.kind, j.payload, j.epoch, j.attempts, j.failures, j.last_error`,
);

export type ClaimedJob = {
  client_id: string;
  id: string;
  kind: string;
  payload: Record<string, string>;
  epoch: number;
  /** Runs since something was last committed, this one included, and those of them that failed by themselves. */
  attempts: number;
  failures: number;
  last_error: string | null;
};

/** Takes the next job of a lane, one claimer at a time. Whoever let a lease pass has lost the job before. */
export async function claimJob(
  tx: Executor,
  lane: Lane,
  kinds: readonly string[],
  leaseMs: number,
): Promise<ClaimedJob | null> {
  const [, , [job]] = await Promise.all([
    tx.rows(lock, [claimLock]),
    tx.run(requeue),
    tx.rows<ClaimedJob>(claim, [lane, kinds, leaseMs]),
  ]);
  return job ?? null;
}

const nextDue = statement(
  'jobs.next-due',
  `select ceil(extract(epoch from min(at) - now()) * 1000)::bigint as wait_ms from (
     (select run_at as at from jobs where state = 'waiting' and run_at > now() order by run_at limit 1)
     union all
     (select lease_until from jobs where state = 'running' order by lease_until limit 1)) x`,
);

/** Milliseconds until a delayed job is due or a lease ends; null when there is neither. */
export async function nextJobInMs(tx: Executor): Promise<number | null> {
  const [row] = await tx.rows<{ wait_ms: number | null }>(nextDue);
  return row?.wait_ms ?? null;
}

const abandon = statement(
  'jobs.abandon-all',
  `update jobs set lease_until = now() - interval '1 second' where state = 'running'`,
);

/** What a process that is no more held may be taken at once: only when no other process can be there. */
export async function abandonAll(tx: Executor): Promise<void> {
  await tx.run(abandon);
}

const keep = statement(
  'jobs.keep',
  `update jobs set lease_until = now() + $4 * interval '1 millisecond'
   where (client_id, id) in (
     select client_id, id from jobs where client_id = $1 and id = $2 and epoch = $3 and state = 'running'
     for update skip locked)`,
);

/** Makes a lease longer. A row that a transaction of the run holds is left: that transaction makes it longer itself. */
export async function keepJob(tx: Executor, job: ClaimedJob, leaseMs: number): Promise<void> {
  await tx.run(keep, [job.client_id, job.id, job.epoch, leaseMs]);
}

const hold = statement(
  'jobs.hold',
  `update jobs set lease_until = now() + $4 * interval '1 millisecond', attempts = 0, failures = 0
   where client_id = $1 and id = $2 and epoch = $3 and state = 'running'`,
);

/** Locks the job's row for the rest of the transaction. @returns whether the run still holds the job */
export async function holdJob(tx: Executor, job: ClaimedJob, leaseMs: number): Promise<boolean> {
  return (await tx.run(hold, [job.client_id, job.id, job.epoch, leaseMs])) === 1;
}

const end = statement(
  'jobs.end',
  `update jobs set state = $4, last_error = coalesce($5, last_error), lease_until = null, ended_at = now()
   where client_id = $1 and id = $2 and epoch = $3 and state = 'running'`,
);

/** @returns whether the run still held the job */
export async function endJob(
  tx: Executor,
  job: ClaimedJob,
  state: 'done' | 'failed',
  error: string | null,
): Promise<boolean> {
  return (await tx.run(end, [job.client_id, job.id, job.epoch, state, error])) === 1;
}

const again = statement(
  'jobs.again',
  `update jobs set state = 'waiting', turn_at = clock_timestamp(), lease_until = null, last_error = $5,
     run_at = now() + $4 * interval '1 millisecond', attempts = case when $6 then 0 else attempts end,
     failures = case when $6 then 0 else failures + 1 end
   where client_id = $1 and id = $2 and epoch = $3 and state = 'running'`,
);

/** Puts a job back. @param fresh this run did what it should: it does not count as an attempt */
export async function repeatJob(
  tx: Executor,
  job: ClaimedJob,
  delayMs: number,
  error: string | null,
  fresh: boolean,
): Promise<void> {
  await tx.run(again, [job.client_id, job.id, job.epoch, delayMs, error, fresh]);
}

const purge = statement('jobs.purge', `delete from jobs where ended_at < now() - interval '7 days'`);

/** Jobs that ended a week ago. @returns how many */
export function deleteEndedJobs(tx: Executor): Promise<number> {
  return tx.run(purge);
}
