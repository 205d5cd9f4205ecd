import { type Executor, statement } from '../db/sql.ts';

export type JobWeight = 'heavy' | 'light';

export type JobRow = {
  client_id: string;
  id: string;
  kind: string;
  weight: JobWeight;
  key: string;
  payload: Record<string, string>;
  priority: number;
  delay_ms: number;
};

const insert = statement(
  'jobs.insert_jobs',
  `insert into jobs (client_id, id, kind, weight, key, payload, priority, run_at)
   select client_id, id, kind, weight, key, payload, priority, now() + delay_ms * interval '1 millisecond'
   from jsonb_to_recordset($1::jsonb) as x(client_id uuid, id uuid, kind text, weight text, key text, payload jsonb,
     priority smallint, delay_ms bigint)
   on conflict (client_id, id) do nothing`,
);

/** @returns the number of new jobs */
export function insertJobs(tx: Executor, rows: readonly JobRow[]): Promise<number> {
  return tx.run(insert, [JSON.stringify(rows)]);
}

const lock = statement('jobs.lock_claims', 'select pg_advisory_xact_lock($1)');

// An arbitrary number that no other advisory lock in this database uses.
const claimLock = 7_261_553_002;

const requeue = statement(
  'jobs.requeue_abandoned',
  `with abandoned as materialized (
     select client_id, id from jobs where state = 'running' and lease_until < now()
     order by lease_until limit 50 for update skip locked
   )
   update jobs j set state = 'waiting', turn_at = clock_timestamp(), lease_until = null
   from abandoned a where j.client_id = a.client_id and j.id = a.id`,
);

/* Steps from account to account along the index of waiting jobs; the account served longest ago is next. */
const claim = statement(
  'jobs.claim_job',
  `with recursive accounts as (
     (select client_id from jobs where weight = $1 and state = 'waiting' order by client_id limit 1)
     union all
     select n.client_id from accounts a, lateral (
       select client_id from jobs where weight = $1 and state = 'waiting' and client_id > a.client_id
       order by client_id limit 1) n
   ), chosen as materialized (
     select j.client_id, j.id from accounts a
     left join job_turns t on t.client_id = a.client_id and t.weight = $1
     cross join lateral (
       select w.client_id, w.id from jobs w
       where w.weight = $1 and w.client_id = a.client_id and w.state = 'waiting' and w.run_at <= now()
         and w.kind = any($2) and not exists (
           select from jobs r where r.client_id = w.client_id and r.key = w.key and r.state = 'running')
       order by w.priority, w.turn_at limit 1) j
     order by t.served_at nulls first limit 1
   ), served as (
     insert into job_turns (client_id, weight, served_at) select client_id, $1, clock_timestamp() from chosen
     on conflict (client_id, weight) do update set served_at = excluded.served_at
   )
   update jobs j set state = 'running', epoch = j.epoch + 1, attempts = j.attempts + 1,
     lease_until = now() + $3 * interval '1 millisecond', process_id = $4
   from chosen c where j.client_id = c.client_id and j.id = c.id
   returning j.client_id, j.id, j.kind, j.payload, j.epoch, j.attempts, j.failures, j.last_error`,
);

export type ClaimedJob = {
  client_id: string;
  id: string;
  kind: string;
  payload: Record<string, string>;
  epoch: number;
  /** Runs since the last commit, including this one, and how many of those failed. */
  attempts: number;
  failures: number;
  last_error: string | null;
};

/** Claims the next job of a weight, one claimer at a time. A holder whose lease expired has lost the job before. */
export async function claimJob(
  tx: Executor,
  weight: JobWeight,
  kinds: readonly string[],
  leaseMs: number,
  processId: number | null,
): Promise<ClaimedJob | null> {
  const [, , [job]] = await Promise.all([
    tx.rows(lock, [claimLock]),
    tx.run(requeue),
    tx.rows<ClaimedJob>(claim, [weight, kinds, leaseMs, processId]),
  ]);
  return job ?? null;
}

// One that became due since the last claim counts; one that waits longer has no room, and room is told.
const nextDue = statement(
  'jobs.find_next_due',
  `select ceil(extract(epoch from min(at) - now()) * 1000)::bigint as wait_ms from (
     (select run_at as at from jobs where state = 'waiting' and run_at > now() - interval '2 seconds'
       order by run_at limit 1)
     union all
     (select lease_until from jobs where state = 'running' order by lease_until limit 1)) x`,
);

/** Milliseconds until a delayed job is due or a lease expires; null when there is neither. */
export async function nextJobInMs(tx: Executor): Promise<number | null> {
  const [row] = await tx.rows<{ wait_ms: number | null }>(nextDue);
  return row?.wait_ms ?? null;
}

const shorten = statement(
  'jobs.shorten_leases',
  `update jobs set lease_until = least(lease_until, now() + $2 * interval '1 millisecond')
   where state = 'running' and process_id = any ($1)`,
);

/** Shortens leases of crashed processes to `graceMs`. */
export async function shortenJobLeases(tx: Executor, processIds: readonly number[], graceMs: number): Promise<void> {
  await tx.run(shorten, [processIds, graceMs]);
}

const abandon = statement(
  'jobs.abandon_running',
  `update jobs set lease_until = now() - interval '1 second' where state = 'running'`,
);

/** Releases all leases: only when no other process can be running. */
export async function abandonAll(tx: Executor): Promise<void> {
  await tx.run(abandon);
}

const keep = statement(
  'jobs.renew_lease',
  `update jobs set lease_until = now() + $4 * interval '1 millisecond'
   where (client_id, id) in (
     select client_id, id from jobs where client_id = $1 and id = $2 and epoch = $3 and state = 'running'
     for update skip locked)`,
);

/** Renews a lease. A row locked by a transaction of the run is skipped: that transaction renews it itself. */
export async function renewJobLease(tx: Executor, job: ClaimedJob, leaseMs: number): Promise<void> {
  await tx.run(keep, [job.client_id, job.id, job.epoch, leaseMs]);
}

const lockStatement = statement(
  'jobs.set_lease',
  `update jobs set lease_until = now() + $4 * interval '1 millisecond', attempts = 0, failures = 0
   where client_id = $1 and id = $2 and epoch = $3 and state = 'running'`,
);

/** Locks the job's row for the rest of the transaction. @returns whether the run still has the lease */
export async function lockJob(tx: Executor, job: ClaimedJob, leaseMs: number): Promise<boolean> {
  return (await tx.run(lockStatement, [job.client_id, job.id, job.epoch, leaseMs])) === 1;
}

const end = statement(
  'jobs.end_job',
  `update jobs set state = $4, last_error = coalesce($5, last_error), lease_until = null, ended_at = now()
   where client_id = $1 and id = $2 and epoch = $3 and state = 'running'`,
);

/** @returns whether the run still had the lease */
export async function endJob(
  tx: Executor,
  job: ClaimedJob,
  state: 'done' | 'failed',
  error: string | null,
): Promise<boolean> {
  return (await tx.run(end, [job.client_id, job.id, job.epoch, state, error])) === 1;
}

const again = statement(
  'jobs.return_job',
  `update jobs set state = 'waiting', turn_at = clock_timestamp(), lease_until = null, last_error = $5,
     run_at = now() + $4 * interval '1 millisecond', attempts = case when $6 then 0 else attempts end,
     failures = case when $6 then 0 else failures + 1 end
   where client_id = $1 and id = $2 and epoch = $3 and state = 'running'`,
);

/** Requeues a job. @param fresh the run succeeded: it does not count as an attempt */
export async function repeatJob(
  tx: Executor,
  job: ClaimedJob,
  delayMs: number,
  error: string | null,
  fresh: boolean,
): Promise<void> {
  await tx.run(again, [job.client_id, job.id, job.epoch, delayMs, error, fresh]);
}

const purge = statement(
  'jobs.delete_ended',
  `delete from jobs where ctid = any(array(
     select ctid from jobs where ended_at < now() - interval '7 days' order by ended_at limit 5000))`,
);

/** Deletes jobs that ended a week ago. @returns their number */
export function deleteEndedJobs(tx: Executor): Promise<number> {
  return tx.run(purge);
}
