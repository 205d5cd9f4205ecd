import { session } from '../platform/browser-session.ts';
import { getLastRoute } from '../platform/last-route.ts';
import { isRemovedFromAccount, showRemoval } from '../platform/removed-from-account.ts';
import type { SessionState } from '../platform/session.ts';
import { toasts } from '../ui/toast.ts';
import { router } from './router.ts';

/**
 * Reacts when the session changes under the page. When it ends, goes to /login with the current URL as `next`. When it
 * moves to another account (a membership ended, another tab switched), reloads the app so that no data of the old
 * account stays in memory. When the role changes, runs the route guard again, because a refused page may be allowed
 * now.
 */
export function followSession(): void {
  let before = session.state();
  session.onChange((state) => {
    const page = router.state.matches.at(-1)?.staticData.page;
    if (lostLastAccount(before, state)) showRemoval();
    // While the first page still loads there is none, but its guard may have used the old session or role.
    else if (!page) void router.invalidate();
    else if (page.entry !== 'open') leaveIfNeeded(before, state);
    before = state;
  });
}

/** Removed from the only account: the guard would offer to create a new one and not say why. */
function lostLastAccount(before: SessionState, state: SessionState): boolean {
  if (before.status === 'signed-out' || state.status === 'signed-out') return false;
  const sameUser = before.claims.uid === state.claims.uid;
  return sameUser && before.claims.client_id !== null && state.claims.client_id === null;
}

function leaveIfNeeded(before: SessionState, state: SessionState): void {
  if (state.status === 'signed-out') {
    toasts.clear();
    void router.navigate({ to: '/login', search: { next: router.state.location.href }, replace: true });
  } else if (isRemovedFromAccount()) {
    // Removed from the account: the caller that noticed it navigates.
    return;
  } else if (before.status !== 'signed-out' && before.account !== state.account) {
    window.location.assign(getLastRoute(state.account) ?? '/inbox');
  } else if (before.status !== 'signed-out' && before.claims.role !== state.claims.role) {
    void router.invalidate();
  }
}
