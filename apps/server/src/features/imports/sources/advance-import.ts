import type { ColumnMapping, SourceColumn } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import type { JobResult } from '../../../platform/jobs/runner.ts';
import { findLists } from '../../contacts/public.ts';
import { beginCheck, beginRun } from '../begin.ts';
import { type Column, type ImportJobRow, lockImport, updateImport } from '../import-repo.ts';
import { failRun, finishRun, type OpenRun } from './end-run.ts';
import type { Problem } from './problem.ts';

const lookAgainMs = 400;
/** A member paused the import. */
const pausedMs = 5_000;

/** Does what a member does between the steps of an import. */
export async function advanceImport(tx: TenantTx, open: OpenRun): Promise<JobResult> {
  const row = open.run.import_id === null ? null : await lockImport(tx, open.run.import_id);
  const fail = async (problem: Problem) => {
    await failRun(tx, open, problem);
    return undefined;
  };
  switch (row?.state) {
    case 'reading':
    case 'checking':
    case 'running':
      return { againInMs: lookAgainMs };
    case 'mapping':
      return (await beginToCheck(tx, open, row)) ? { againInMs: lookAgainMs } : undefined;
    case 'ready':
      await beginRun(tx, row.id);
      return { againInMs: lookAgainMs };
    case 'paused':
      if (row.error === null) return { againInMs: pausedMs };
      return fail({ code: 'import', detail: row.error });
    case 'done':
    case 'undoing':
    case 'undone': {
      const { bytes, file_hash: hash, etag, last_modified: lastModified } = open.run;
      const file = hash === null ? null : { bytes: bytes ?? 0, hash, etag, lastModified };
      await finishRun(tx, open, 'done', file);
      return undefined;
    }
    case 'failed':
      return fail({ code: 'import', detail: row.error });
    default:
      return fail({ code: 'cancelled', detail: null });
  }
}

/** @returns false when the run failed */
async function beginToCheck(tx: TenantTx, open: OpenRun, row: ImportJobRow): Promise<boolean> {
  const { mapping, rules } = open.source;
  const problem = await findProblem(tx, open, row);
  if (problem === null) {
    await beginCheck(tx, row.id, mapColumnsByName(row.columns, mapping).mapping, rules);
    return true;
  }
  await updateImport(tx, row.id, { state: 'cancelled', begins: 'end' });
  await failRun(tx, open, problem);
  return false;
}

async function findProblem(tx: TenantTx, { source }: OpenRun, row: ImportJobRow): Promise<Problem | null> {
  if (row.error !== null) return { code: 'import', detail: row.error };
  const { missing } = mapColumnsByName(row.columns, source.mapping);
  if (missing.length > 0) return { code: 'missing_column', detail: missing.map((name) => `“${name}”`).join(', ') };
  const wanted = new Set(source.rules.contact_list_ids);
  const lists = wanted.size === 0 ? [] : await findLists(tx, [...wanted]);
  return lists.length < wanted.size ? { code: 'list_missing', detail: null } : null;
}

/**
 * The columns of a file as the source means them: by name, and the second of one name as the second. Columns that the
 * source does not name are left out.
 */
export function mapColumnsByName(
  columns: ReadonlyArray<Pick<Column, 'name'>>,
  wanted: readonly SourceColumn[],
): { mapping: ColumnMapping[]; missing: string[] } {
  const left = [...wanted];
  const mapping = columns.map(({ name }): ColumnMapping => {
    const at = left.findIndex(({ column }) => column === name);
    const [found] = at === -1 ? [] : left.splice(at, 1);
    if (found === undefined) return { target: 'ignore' };
    return found.field === undefined ? { target: found.target } : { target: found.target, field: found.field };
  });
  return { mapping, missing: left.filter(({ target }) => target !== 'ignore').map(({ column }) => column) };
}
