import type { Flow } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import { findFlows } from '../facts/live-query.ts';
import type { RunRow } from '../facts/run-repo.ts';

const dueAccounts = statement(
  'automations.list_due_accounts',
  `select distinct client_id from automation_runs where due_at <= now() and state <> 'CALLING'
   union
   select c.client_id from shared_channels c where c.clock_offset_ms > 0 and exists (
     select from automation_runs r where r.client_id = c.client_id and r.channel_id = c.id
       and r.due_at <= now() + c.clock_offset_ms * interval '1 millisecond' and r.state <> 'CALLING')`,
);
/** Accounts with runs to continue, on the clocks of their channels. */
export async function listDueAccounts(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(dueAccounts)).map((row) => row.client_id);
}

const dueStatement = statement(
  'automations.list_due_runs',
  `select r.id from shared_channels c cross join lateral (
     select id, due_at from automation_runs r where r.client_id = $1 and r.channel_id = c.id
       and r.due_at <= now() + c.clock_offset_ms * interval '1 millisecond' and r.state <> 'CALLING'
     order by r.due_at limit $2) r
   where c.client_id = $1 order by r.due_at, r.id limit $2`,
);
export async function listDueRuns(tx: TenantTx, limit: number): Promise<string[]> {
  return (await tx.rows<{ id: string }>(dueStatement, [tx.clientId, limit])).map(({ id }) => id);
}

const callingAccounts = statement(
  'automations.list_calling_accounts',
  `select distinct r.client_id from automation_runs r join shared_channels c on c.client_id = r.client_id and c.id = r.channel_id
   where r.state = 'CALLING' and r.due_at <= now() + c.clock_offset_ms * interval '1 millisecond'`,
);
/** Accounts with runs that are to call an address. */
export async function listCallingAccounts(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(callingAccounts)).map((row) => row.client_id);
}

const callsStatement = statement(
  'automations.list_due_calls',
  `select r.id from shared_channels c cross join lateral (
     select id, due_at from automation_runs r where r.client_id = $1 and r.channel_id = c.id and r.state = 'CALLING'
       and r.due_at <= now() + c.clock_offset_ms * interval '1 millisecond' order by r.due_at limit $2) r
   where c.client_id = $1 order by r.due_at, r.id limit $2`,
);
export async function listDueCalls(tx: TenantTx, limit: number): Promise<string[]> {
  return (await tx.rows<{ id: string }>(callsStatement, [tx.clientId, limit])).map(({ id }) => id);
}

const lockedRun = `select r.id, r.automation_id, r.version_number, r.thread_id, r.channel_id, r.message_id, r.answered, r.state, r.step_id,
     r.variables, r.lines, r.steps_in_row, r.retries, r.tries, r.started_at, a.state as automation_state, v.xmin::text as written,
     now() + c.clock_offset_ms * interval '1 millisecond' as now
   from automation_runs r
   join automations a on a.client_id = r.client_id and a.id = r.automation_id
   join automation_versions v on v.client_id = r.client_id and v.automation_id = r.automation_id and v.number = r.version_number
   join shared_channels c on c.client_id = r.client_id and c.id = r.channel_id`;
const lockStatement = statement(
  'automations.lock_runs',
  `${lockedRun}
   where r.client_id = $1 and r.id = any($2) and r.due_at <= now() + c.clock_offset_ms * interval '1 millisecond'
   order by r.id for update of r skip locked`,
);
const lockCallStatement = statement(
  'automations.lock_call',
  `${lockedRun} where r.client_id = $1 and r.id = $2 and r.state = 'CALLING' and r.due_at = $3 for update of r`,
);
type FoundRun = RunRow & { automation_state: string; written: string; now: Date };
export type LockedRun = FoundRun & { flow: Flow };

/** In the order of their ids here, without those that another process has or that are no longer due. */
export async function lockDueRuns(tx: TenantTx, ids: readonly string[]): Promise<LockedRun[]> {
  const runs = new Map(
    (await withFlows(tx, await tx.rows(lockStatement, [tx.clientId, ids]))).map((run) => [run.id, run]),
  );
  return ids.flatMap((id) => runs.get(id) ?? []);
}

/** @returns null when another process has it, or it is no longer due */
export async function lockDueRun(tx: TenantTx, id: string): Promise<LockedRun | null> {
  return (await lockDueRuns(tx, [id]))[0] ?? null;
}

/** @param claim when the call may be repeated @returns null when it is repeated already, or the run was stopped meanwhile */
export async function lockCallOf(tx: TenantTx, id: string, claim: Date): Promise<LockedRun | null> {
  const [run] = await withFlows(tx, await tx.rows(lockCallStatement, [tx.clientId, id, claim]));
  return run ?? null;
}

async function withFlows(tx: TenantTx, runs: readonly FoundRun[]): Promise<LockedRun[]> {
  const versions = runs.map((run) => ({ id: run.automation_id, number: run.version_number, written: run.written }));
  const flows = await findFlows(tx, versions);
  return runs.flatMap((run, at) => {
    const flow = flows[at] ?? null;
    return flow === null ? [] : [{ ...run, flow }];
  });
}
