import { api } from '../../../platform/api.ts';
import { invalidateTeam } from './team-data.ts';

/** Sets the user as away, or back. @throws ApiError, NetworkError */
export async function changeOwnAway(uid: string, body: { away: boolean; away_until?: string | null }): Promise<void> {
  await api('PUT /api/team/{user_id}', { params: { user_id: uid }, body });
  void invalidateTeam();
}
