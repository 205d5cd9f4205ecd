import { session } from '../platform/browser-session.ts';
import { lastRouteOf } from '../platform/last-route.ts';
import { isLeavingAccount } from '../platform/left-account.ts';
import type { SessionState } from '../platform/session.ts';
import { toasts } from '../ui/toast.ts';
import { router } from './router.ts';

/**
 * Acts when the session changes under the page: ended, it goes to /login keeping the address; moved to another account
 * (a membership ended, another tab switched), the app starts anew so that nothing of the old account stays in memory;
 * given another role, the address is judged anew, for a page that was refused may be open now.
 */
export function followSession(): void {
  let before = session.state();
  session.onChange((state) => {
    const page = router.state.matches.at(-1)?.staticData.page;
    if (page && page.entry !== 'open') leaveIfNeeded(before, state);
    before = state;
  });
}

function leaveIfNeeded(before: SessionState, state: SessionState): void {
  if (state.status === 'signed-out') {
    toasts.clear();
    void router.navigate({ to: '/login', search: { next: router.state.location.href }, replace: true });
  } else if (isLeavingAccount()) {
    // Put out of the account: whoever noticed it goes where it is said.
    return;
  } else if (before.status !== 'signed-out' && before.account !== state.account) {
    window.location.assign(lastRouteOf(state.account));
  } else if (before.status !== 'signed-out' && before.claims.role !== state.claims.role) {
    void router.invalidate();
  }
}
