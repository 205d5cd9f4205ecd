import { isAtLeast, permissions } from '@parley/contract/permissions';
import { session } from '../../../platform/browser-session.ts';

/** Whether the user may manage channels; the server enforces the same. */
export function mayManageChannels(): boolean {
  const state = session.state();
  if (state.status === 'signed-out' || state.claims.role === null) return false;
  return isAtLeast(state.claims.role, permissions['channels.manage'].from);
}
