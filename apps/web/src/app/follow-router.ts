import { i18n } from '@lingui/core';
import { session } from '../platform/browser-session.ts';
import { noteEvent } from '../platform/client-events.ts';
import { pageStatusOf } from '../platform/errors.ts';
import { saveLastRoute } from '../platform/last-route.ts';
import { screenIsUsable } from '../platform/when-idle.ts';
import { setDocumentTitle } from './document-title.ts';
import { router } from './router.ts';
import { endStartup } from './startup.ts';

/**
 * Updates the document title and the account's last page, and removes the startup image after the first painted screen.
 */
export function followRouter(): void {
  router.subscribe('onResolved', () => {
    const { matches } = router.state;
    // The error page sets its own title.
    if (matches.some((match) => match.status === 'error')) return;
    const page = matches.at(-1)?.staticData.page;
    if (page) setDocumentTitle(i18n._(page.title));
    if (page) noteEvent({ kind: 'page', what: page.path, ...shownThread() });
    const state = session.state();
    // Pages outside an account (signing in, choosing an account) are not stored as the last page.
    if (page && page.layout !== 'auth' && page.entry !== 'open' && state.status !== 'signed-out') {
      saveLastRoute(state.account, router.state.location.href);
    }
  });
  router.subscribe('onRendered', () => {
    document.documentElement.dataset.app = 'running';
    requestAnimationFrame(endStartup);
    // The inbox tells it itself, with its first rows.
    if (!router.state.location.pathname.startsWith('/inbox')) screenIsUsable();
  });
}

/** The conversation that the page shows. */
function shownThread(): { thread_id?: string } {
  const { thread_id: id } = (router.state.matches.at(-1)?.params ?? {}) as { thread_id?: string };
  return id === undefined ? {} : { thread_id: id };
}

/** Handles errors that React reports; "no such page" errors are expected and not reported. */
export function reportCaughtError(error: unknown): void {
  const status = pageStatusOf(error);
  if (status !== 404 && status !== 401) console.error(error);
}
