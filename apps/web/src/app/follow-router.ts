import { i18n } from '@lingui/core';
import { session } from '../platform/browser-session.ts';
import { pageStatusOf } from '../platform/errors.ts';
import { noteLastRoute } from '../platform/last-route.ts';
import { setDocumentTitle } from './document-title.ts';
import { router } from './router.ts';
import { endStartup } from './startup.ts';

/** Keeps the document title and the account's last place, and ends the startup image with the first painted screen. */
export function followRouter(): void {
  router.subscribe('onResolved', () => {
    const { matches } = router.state;
    // The error page names itself.
    if (matches.some((match) => match.status === 'error')) return;
    const page = matches.at(-1)?.staticData.page;
    if (page) setDocumentTitle(i18n._(page.title));
    const state = session.state();
    // What belongs to no account (signing in, choosing one) is nowhere to come back to.
    if (page && page.layout !== 'auth' && page.entry !== 'open' && state.status !== 'signed-out') {
      noteLastRoute(state.account, router.state.location.href);
    }
  });
  router.subscribe('onRendered', () => {
    document.documentElement.dataset.app = 'running';
    requestAnimationFrame(endStartup);
  });
}

/** What React reports: errors that are the app's own way to say "no such page" are no news. */
export function reportCaughtError(error: unknown): void {
  const status = pageStatusOf(error);
  if (status !== 404 && status !== 401) console.error(error);
}
