import type { ImportSource, ImportSourceRun } from '@parley/contract/types';
import { presentProblem } from './problem.ts';
import type { RunCounts, ShownRun } from './run-repo.ts';
import type { SourceRow } from './source-repo.ts';

export function presentRun(row: ShownRun): ImportSourceRun {
  return {
    id: row.id,
    cause: row.cause,
    state: row.state,
    due_at: row.due_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    bytes: row.bytes,
    problem: row.problem_code === null ? null : presentProblem({ code: row.problem_code, detail: row.problem_detail }),
    import:
      row.import_id === null || row.import_state === null
        ? null
        : {
            id: row.import_id,
            state: row.import_state,
            added: row.added ?? 0,
            updated: row.updated ?? 0,
            unchanged: row.unchanged ?? 0,
            rejected: row.rejected ?? 0,
          },
  };
}

export function presentSource(
  row: SourceRow,
  lastRun: ShownRun | undefined,
  counts: RunCounts | undefined,
): ImportSource {
  const { imported = 0, unchanged = 0, failed = 0 } = counts ?? {};
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    header_name: row.header_name,
    mapping: row.mapping,
    rules: row.rules,
    schedule: row.schedule,
    time_zone: row.time_zone,
    state: row.state,
    pause_reason: row.pause_reason,
    next_at: row.next_at?.toISOString() ?? null,
    failures: row.failures,
    last_run: lastRun === undefined ? null : presentRun(lastRun),
    last_24h: { imported, unchanged, failed },
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    version: row.version,
  };
}
