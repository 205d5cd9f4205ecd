import { session } from './browser-session.ts';
import { tabStorage } from './storage.ts';

const key = 'parley:left-account';

/** Whether this tab was removed from an account and no page has shown it yet. */
export function isRemovedFromAccount(): boolean {
  return tabStorage.get(key) !== null;
}

/**
 * The name of the account this tab was removed from, '' when unknown; null when it was not removed, or it was shown.
 */
export function removedFromAccount(): string | null {
  return tabStorage.get(key);
}

/** Marks it as shown. */
export function clearRemovedFromAccount(): void {
  tabStorage.remove(key);
}

/**
 * The user is no longer in the account of this tab: the next token names another account or none. The page that lists
 * accounts says what happened, or the invitations page when there is no account left.
 * @param name of the account
 */
export async function redirectAfterRemoval(name: string): Promise<void> {
  const before = session.state();
  tabStorage.set(key, name);
  await session.refresh();
  const state = session.state();
  if (state.status === 'signed-out') return;
  if (state.claims.client_id === null) return showRemoval();
  // Same account: the refusal was temporary, and the next connection clears it up.
  if (before.status !== 'signed-out' && state.account === before.account) tabStorage.remove(key);
  window.location.assign('/switch-account');
}

/** Opens the page for users without an account, which says that this tab was removed from its account. */
export function showRemoval(): void {
  if (!isRemovedFromAccount()) tabStorage.set(key, '');
  window.location.assign('/invitations');
}
