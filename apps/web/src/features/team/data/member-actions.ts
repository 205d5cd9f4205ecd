import type { ChangeMemberBody, TeamMember } from '@parley/contract/types';
import { api } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/errors.ts';
import { invalidateTeam } from './team-data.ts';

/** @throws ApiError, NetworkError */
export async function changeMember(userId: string, body: ChangeMemberBody): Promise<TeamMember> {
  try {
    return await api('PUT /api/team/{user_id}', { params: { user_id: userId }, body });
  } finally {
    invalidateTeam();
  }
}

/** Removes a member; their conversations go to `reassignTo`, else become unassigned. @throws ApiError, NetworkError */
export async function removeMember(userId: string, reassignTo: string | null): Promise<void> {
  const query = reassignTo === null ? {} : { reassign_to: reassignTo };
  try {
    await api('DELETE /api/team/{user_id}', { params: { user_id: userId }, query });
  } catch (error) {
    // Already removed, which is what was wanted.
    if (!(error instanceof ApiError && error.code === 'not_found' && reassignTo === null)) throw error;
  } finally {
    invalidateTeam();
  }
}

/** @returns how many conversations were reassigned. @throws ApiError, NetworkError */
export async function reassignThreads(userId: string, to: string | null): Promise<number> {
  const params = { user_id: userId };
  const { threads } = await api('POST /api/team/{user_id}/reassign-threads', { params, body: { to } });
  invalidateTeam();
  return threads;
}

/** @returns how many sessions ended. @throws ApiError, NetworkError */
export async function signOutMember(userId: string): Promise<number> {
  return (await api('POST /api/team/{user_id}/sign-out', { params: { user_id: userId } })).sessions;
}

/** @throws ApiError, NetworkError */
export async function resetSecondFactor(userId: string): Promise<void> {
  try {
    await api('POST /api/team/{user_id}/reset-second-factor', { params: { user_id: userId } });
  } finally {
    invalidateTeam();
  }
}

export type Outcome = { done: number; failed: { name: string; error: unknown }[] };

/** Runs an action for several rows, one after another; a failure does not stop the others. */
export async function runForEach<T extends { name: string }>(
  rows: readonly T[],
  act: (row: T) => Promise<unknown>,
): Promise<Outcome> {
  const outcome: Outcome = { done: 0, failed: [] };
  for (const row of rows) {
    try {
      await act(row);
      outcome.done++;
    } catch (error) {
      outcome.failed.push({ name: row.name, error });
    }
  }
  return outcome;
}
