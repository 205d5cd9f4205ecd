import { session } from './browser-session.ts';
import { tabStorage } from './storage.ts';

const key = 'parley:left-account';

/** Whether this tab was put out of an account and no page has said so yet. */
export function isLeavingAccount(): boolean {
  return tabStorage.get(key) !== null;
}

/** The name of the account this tab was put out of, '' when it is not known; null when it was not, or it was said. */
export function leftAccount(): string | null {
  return tabStorage.get(key);
}

/** A page has said it. */
export function forgetLeftAccount(): void {
  tabStorage.remove(key);
}

/**
 * This person is no longer in the account of this tab: the next token names another account or none. The page that
 * lists accounts says what happened, or the one that takes invitations where there is no account left.
 * @param name of the account
 */
export async function goAfterLeaving(name: string): Promise<void> {
  const before = session.state();
  tabStorage.set(key, name);
  await session.refresh();
  const state = session.state();
  if (state.status === 'signed-out') return;
  // Still the same: what refused was a moment's, and the next connection finds out.
  if (before.status !== 'signed-out' && state.account === before.account) tabStorage.remove(key);
  window.location.assign(state.claims.client_id === null ? '/invitations' : '/switch-account');
}
