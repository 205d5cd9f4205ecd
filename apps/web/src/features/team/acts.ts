import type { ChangeMemberBody, TeamMember } from '@parley/contract/types';
import { api } from '../../platform/api.ts';
import { ApiError } from '../../platform/errors.ts';
import { forgetTeam } from './team-data.ts';

/** @throws ApiError, NetworkError */
export async function changeMember(userId: string, body: ChangeMemberBody): Promise<TeamMember> {
  try {
    return await api('PUT /api/team/{user_id}', { params: { user_id: userId }, body });
  } finally {
    forgetTeam();
  }
}

/** Ends a membership; conversations go to `reassignTo`, else to nobody. @throws ApiError, NetworkError */
export async function removeMember(userId: string, reassignTo: string | null): Promise<void> {
  const query = reassignTo === null ? {} : { reassign_to: reassignTo };
  try {
    await api('DELETE /api/team/{user_id}', { params: { user_id: userId }, query });
  } catch (error) {
    // Somebody else was quicker: what was wanted is so.
    if (!(error instanceof ApiError && error.code === 'not_found' && reassignTo === null)) throw error;
  } finally {
    forgetTeam();
  }
}

/** @returns how many conversations changed hands. @throws ApiError, NetworkError */
export async function handOver(userId: string, to: string | null): Promise<number> {
  const params = { user_id: userId };
  const { threads } = await api('POST /api/team/{user_id}/reassign-threads', { params, body: { to } });
  forgetTeam();
  return threads;
}

/** @returns how many sessions ended. @throws ApiError, NetworkError */
export async function signOutMember(userId: string): Promise<number> {
  return (await api('POST /api/team/{user_id}/sign-out', { params: { user_id: userId } })).sessions;
}

export type Outcome = { done: number; failed: { name: string; error: unknown }[] };

/** Does one thing for several, one after the other: what fails for one is told and stops nothing for the others. */
export async function forEach<T extends { name: string }>(
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
