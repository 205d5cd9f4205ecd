import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { useStage } from './stage-repo.ts';

/** @returns the error for a stage that does not exist */
export function stageMissing(): AppError {
  return new AppError('not_found', { message: 'This stage was not found. It may have been deleted.' });
}

/**
 * The state of a conversation that is moved to a stage: done where the stage closes, else active.
 * @returns undefined where it is moved to none @throws AppError not_found
 */
export async function stateOfStage(
  tx: TenantTx,
  stageId: string | null | undefined,
): Promise<'ACTIVE' | 'DONE' | undefined> {
  if (stageId == null) return undefined;
  const stage = await useStage(tx, stageId);
  if (stage === null) throw stageMissing();
  return stage.closes ? 'DONE' : 'ACTIVE';
}
