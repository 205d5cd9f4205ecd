import { isAtLeast, rights } from '@parley/contract/rights';
import { session } from '../../../platform/browser-session.ts';

/** Whether this person may manage channels; the server asks the same table. */
export function mayManageChannels(): boolean {
  const state = session.state();
  if (state.status === 'signed-out' || state.claims.role === null) return false;
  return isAtLeast(state.claims.role, rights['channels.manage'].from);
}
