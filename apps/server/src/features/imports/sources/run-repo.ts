import type { ContactImport, ImportSourceRun, SourceProblem } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { TimePosition } from '../../../platform/http/cursor.ts';
import type { Problem } from './problem.ts';

export type RunRow = {
  id: string;
  source_id: string;
  cause: ImportSourceRun['cause'];
  due_at: Date;
  state: ImportSourceRun['state'];
  started_at: Date | null;
  ended_at: Date | null;
  bytes: number | null;
  file_hash: Buffer | null;
  etag: string | null;
  last_modified: string | null;
  problem_code: SourceProblem['code'] | null;
  problem_detail: string | null;
  import_id: string | null;
  source_version: number | null;
  created_at: Date;
};

const names = `id, source_id, cause, due_at, state, started_at, ended_at, bytes, file_hash, etag, last_modified, problem_code,
  problem_detail, import_id, source_version, created_at`;

const insertStatement = statement(
  'imports.insert_source_run',
  `insert into import_source_runs (client_id, id, source_id, cause, due_at) values ($1, $2, $3, $4, $5) on conflict do nothing`,
);

type NewRun = Pick<RunRow, 'id' | 'source_id' | 'cause' | 'due_at'>;

/** @returns false when this time had its run, or another is in progress */
export async function insertRun(tx: TenantTx, { id, source_id, cause, due_at }: NewRun): Promise<boolean> {
  return (await tx.run(insertStatement, [tx.clientId, id, source_id, cause, due_at])) === 1;
}

const skipStatement = statement(
  'imports.insert_skipped_run',
  `insert into import_source_runs (client_id, id, source_id, cause, due_at, state, ended_at, problem_code)
   values ($1, $2, $3, $4, $5, 'skipped', now(), 'overlap') on conflict do nothing`,
);

/** Notes a time that passed while the run before was in progress. */
export async function insertSkippedRun(tx: TenantTx, { id, source_id, cause, due_at }: NewRun): Promise<void> {
  await tx.run(skipStatement, [tx.clientId, id, source_id, cause, due_at]);
}

const findStatement = statement(
  'imports.find_source_run',
  `select ${names} from import_source_runs where client_id = $1 and id = $2`,
);
const lockStatement = statement(
  'imports.lock_source_run',
  `select ${names} from import_source_runs where client_id = $1 and id = $2 for update`,
);

export async function findRun(tx: TenantTx, id: string): Promise<RunRow | null> {
  const [row] = await tx.rows<RunRow>(findStatement, [tx.clientId, id]);
  return row ?? null;
}

export async function lockRun(tx: TenantTx, id: string): Promise<RunRow | null> {
  const [row] = await tx.rows<RunRow>(lockStatement, [tx.clientId, id]);
  return row ?? null;
}

const openStatement = statement(
  'imports.lock_open_run',
  `select ${names} from import_source_runs where client_id = $1 and source_id = $2
     and state in ('waiting', 'fetching', 'importing') for update`,
);

export async function lockOpenRun(tx: TenantTx, sourceId: string): Promise<RunRow | null> {
  const [row] = await tx.rows<RunRow>(openStatement, [tx.clientId, sourceId]);
  return row ?? null;
}

const fetchingStatement = statement(
  'imports.start_fetching_source',
  `update import_source_runs set state = 'fetching', started_at = coalesce(started_at, now()), source_version = $3
   where client_id = $1 and id = $2`,
);

export async function startFetching(tx: TenantTx, id: string, sourceVersion: number): Promise<void> {
  await tx.run(fetchingStatement, [tx.clientId, id, sourceVersion]);
}

const importingStatement = statement(
  'imports.start_importing_source',
  `update import_source_runs set state = 'importing', import_id = $3, bytes = $4, file_hash = $5, etag = $6, last_modified = $7
   where client_id = $1 and id = $2`,
);

export type FetchedFile = { bytes: number; hash: Buffer; etag: string | null; lastModified: string | null };

export async function startImporting(tx: TenantTx, id: string, importId: string, file: FetchedFile): Promise<void> {
  const values = [importId, file.bytes, file.hash, file.etag, file.lastModified];
  await tx.run(importingStatement, [tx.clientId, id, ...values]);
}

const endStatement = statement(
  'imports.end_source_run',
  `update import_source_runs set state = $3, ended_at = now(), problem_code = $4, problem_detail = $5
   where client_id = $1 and id = $2`,
);

export async function endRun(
  tx: TenantTx,
  id: string,
  state: 'done' | 'unchanged' | 'failed',
  problem: Problem | null,
): Promise<void> {
  await tx.run(endStatement, [tx.clientId, id, state, problem?.code ?? null, problem?.detail?.slice(0, 500) ?? null]);
}

/** A run with the results of its import. */
export type ShownRun = RunRow & {
  import_state: ContactImport['state'] | null;
  added: number | null;
  updated: number | null;
  unchanged: number | null;
  rejected: number | null;
};

const shown = `r.id, r.source_id, r.cause, r.due_at, r.state, r.started_at, r.ended_at, r.bytes, r.file_hash, r.etag,
  r.last_modified, r.problem_code, r.problem_detail, r.import_id, r.source_version, r.created_at,
  i.state as import_state, i.added, i.updated, i.unchanged, i.rejected`;
const withImport = 'left join imports i on i.client_id = $1 and i.id = r.import_id';

const listStatement = statement(
  'imports.list_source_runs',
  `select ${shown} from import_source_runs r ${withImport}
   where r.client_id = $1 and r.source_id = $2 and (r.created_at, r.id) < ($3, $4::uuid) and ($5::text is null or r.state = $5)
   order by r.created_at desc, r.id desc limit $6`,
);

export function listRuns(
  tx: TenantTx,
  sourceId: string,
  state: RunRow['state'] | null,
  before: TimePosition,
  limit: number,
): Promise<ShownRun[]> {
  return tx.rows<ShownRun>(listStatement, [tx.clientId, sourceId, before.at, before.id, state, limit]);
}

const lastStatement = statement(
  'imports.list_last_runs',
  `select ${shown} from unnest($2::uuid[]) as s(id) cross join lateral (
     select * from import_source_runs r where r.client_id = $1 and r.source_id = s.id
     order by r.created_at desc, r.id desc limit 1) r ${withImport}`,
);

/** The latest run of each source. */
export function listLastRuns(tx: TenantTx, sourceIds: readonly string[]): Promise<ShownRun[]> {
  return tx.rows<ShownRun>(lastStatement, [tx.clientId, sourceIds]);
}

export type RunCounts = { source_id: string; imported: number; unchanged: number; failed: number };

const countStatement = statement(
  'imports.count_source_runs',
  `select s.id as source_id, c.imported, c.unchanged, c.failed from unnest($2::uuid[]) as s(id) cross join lateral (
     select count(*) filter (where state = 'done')::int as imported,
       count(*) filter (where state = 'unchanged')::int as unchanged,
       count(*) filter (where state = 'failed')::int as failed
     from import_source_runs
     where client_id = $1 and source_id = s.id and created_at > now() - interval '24 hours') c`,
);

/** Runs of the last 24 hours. */
export function countRuns(tx: TenantTx, sourceIds: readonly string[]): Promise<RunCounts[]> {
  return tx.rows<RunCounts>(countStatement, [tx.clientId, sourceIds]);
}

const oldStatement = statement(
  'imports.delete_old_source_runs',
  `delete from import_source_runs where (client_id, id) in (
     select client_id, id from import_source_runs where created_at < now() - interval '30 days' and ended_at is not null
     order by created_at limit 5000)`,
);

export async function deleteOldRuns(system: Executor): Promise<number> {
  return system.run(oldStatement, []);
}
