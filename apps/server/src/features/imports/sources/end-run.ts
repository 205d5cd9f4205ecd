import { writeAudit } from '../../../platform/auth/audit.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';
import { pausedEmailKind } from './paused-email.ts';
import type { Problem } from './problem.ts';
import { endRun, type FetchedFile, findRun, lockRun, type RunRow } from './run-repo.ts';
import { lockSource, type SourceRow, updateSource } from './source-repo.ts';

/** After so many failed runs in a row a source is paused. */
export const mostFailures = 5;

export type OpenRun = { run: RunRow; source: SourceRow };

/** Locks the source of a run that is in progress, then the run: everyone does it in this order. */
export async function lockInProgress(tx: TenantTx, id: string): Promise<OpenRun | null> {
  const found = await findRun(tx, id);
  const source = found === null ? null : await lockSource(tx, found.source_id);
  const run = source === null ? null : await lockRun(tx, id);
  return run === null || source === null || run.ended_at !== null ? null : { run, source };
}

/** Ends a run whose file was imported, or did not change. */
export async function finishRun(
  tx: TenantTx,
  { run, source }: OpenRun,
  state: 'done' | 'unchanged',
  file: FetchedFile | null,
): Promise<void> {
  await endRun(tx, run.id, state, null);
  // With other settings the same file is another import.
  const isSame = file !== null && run.source_version === source.version;
  const known = isSame ? { file_hash: file.hash, etag: file.etag, last_modified: file.lastModified } : {};
  await updateSource(tx, { ...source, ...known, failures: 0 });
}

/** Ends a run that failed; the fifth in a row pauses the source. */
export async function failRun(tx: TenantTx, { run, source }: OpenRun, problem: Problem): Promise<void> {
  await endRun(tx, run.id, 'failed', problem);
  // A person cancelled it: the source is not broken.
  if (problem.code === 'cancelled') return;
  const failures = source.failures + 1;
  if (failures < mostFailures || source.state !== 'active') return updateSource(tx, { ...source, failures });
  const paused = { state: 'paused', pause_reason: 'failing', next_at: null } as const;
  await updateSource(tx, { ...source, ...paused, failures, version: source.version + 1 });
  const { clientId } = tx;
  await writeAudit(tx, {
    ...{ action: 'imports.source_paused', uid: 'system', clientId, target: source.id, ip: '', requestId: '' },
    detail: { reason: problem.code },
  });
  const payload = { source_id: source.id, run_id: run.id };
  await enqueueJobs(tx, [{ clientId, kind: pausedEmailKind, weight: 'light', payload }]);
}
