import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { isMember } from '../platform/addresses.ts';
import { session } from '../platform/browser-session.ts';
import { loadConfig } from '../platform/config.ts';
import { NotAuthorizedError, PageNotFoundError } from '../platform/errors.ts';
import { lazyComponent } from '../platform/lazy-component.tsx';
import type { SessionState } from '../platform/session.ts';
import { ErrorPage } from './error-page.tsx';
import { decideAdmission } from './guard.ts';
import { type Layout, type RouteFacts, type RoutePath, routerPath, routeTable } from './route-table.ts';
import { layouts, screenOf } from './screens.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: RouteFacts & { path: RoutePath };
  }
}

export type SearchValues = Record<string, unknown>;

const root = createRootRoute({
  errorComponent: ErrorPage,
  // Screens parse their search parameters themselves; unknown values are ignored.
  validateSearch: (search: SearchValues): SearchValues => search,
});

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: lazyComponent(layouts.frame),
  beforeLoad: () => {
    // Every working page keeps the account live: counts in the rail, queued messages. The device cache is opened while
    // the code of the page still loads.
    if (isMember(session.state())) void startSync().catch(() => undefined);
  },
});

async function startSync(): Promise<void> {
  const { startLive } = await import('../features/sync/public.ts');
  startLive();
}

// One route per layout. Layouts with the rail share the frame, so that it stays mounted when navigating between them.
const auth = createRoute({ getParentRoute: () => root, id: 'auth', component: lazyComponent(layouts.auth) });
const indie = createRoute({ getParentRoute: () => root, id: 'indie', component: lazyComponent(layouts.indie) });
const none = createRoute({ getParentRoute: () => root, id: 'none', component: lazyComponent(layouts.none) });
const settings = createRoute({ getParentRoute: () => frame, id: 'default', component: lazyComponent(layouts.default) });
const sidebar = createRoute({ getParentRoute: () => frame, id: 'sidebar', component: lazyComponent(layouts.sidebar) });
const wizard = createRoute({ getParentRoute: () => root, id: 'wizard', component: lazyComponent(layouts.wizard) });

/** The addresses with a given layout in the table; a page under another layout does not compile. */
type PathIn<L extends Layout> = {
  [P in RoutePath]: (typeof routeTable)[P]['layout'] extends L ? P : never;
}[RoutePath];

function page<const P extends RoutePath>(path: P) {
  return {
    path: routerPath(path),
    staticData: { page: { ...routeTable[path], path } },
    component: lazyComponent(screenOf(path)),
    beforeLoad: ({ location }: { location: { href: string } }) => admit(path, location.href),
  };
}

// One function per layout rather than one for all: a page keeps the type of its address only with its parent written
// out, and links to unknown addresses are type errors only with that type.
const inAuth = <const P extends PathIn<'auth'>>(path: P) => createRoute({ getParentRoute: () => auth, ...page(path) });
const inIndie = <const P extends PathIn<'indie'>>(path: P) =>
  createRoute({ getParentRoute: () => indie, ...page(path) });
const inNone = <const P extends PathIn<'none'>>(path: P) => createRoute({ getParentRoute: () => none, ...page(path) });
const inSettings = <const P extends PathIn<'default'>>(path: P) =>
  createRoute({ getParentRoute: () => settings, ...page(path) });
const inSidebar = <const P extends PathIn<'sidebar'>>(path: P) =>
  createRoute({ getParentRoute: () => sidebar, ...page(path) });
const inWizard = <const P extends PathIn<'wizard'>>(path: P) =>
  createRoute({ getParentRoute: () => wizard, ...page(path) });

/** Signed in with a complete session, or without an account yet: signing in again would change nothing. */
function isSettled(state: SessionState): boolean {
  return isMember(state) || (state.status !== 'signed-out' && state.claims.client_id === null);
}

function nextOf(address: string): string | undefined {
  return new URL(address, window.location.origin).searchParams.get('next') ?? undefined;
}

/** The guard of one page. @throws a redirect, or NotAuthorizedError for the 401 page */
async function admit(path: RoutePath, address: string): Promise<void> {
  // A page for automated sign-in that exists only where the operator enabled it.
  if (path === '/login-test' && !(await loadConfig()).login_test) throw new PageNotFoundError(path);
  if (path === '/login' && isSettled(session.state())) {
    const next = nextOf(address);
    throw redirect({ to: '/loggedin', search: next === undefined ? {} : { next }, replace: true });
  }
  const admission = decideAdmission(routeTable[path].entry, session.state(), address);
  if (admission.kind === 'sign-in') throw redirect({ to: '/login', search: { next: admission.next }, replace: true });
  if (admission.kind === 'set-up') throw redirect({ to: '/initial-setup/business-info', replace: true });
  if (admission.kind === 'refuse') throw new NotAuthorizedError();
}

const unmatched = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ location }) => {
    throw new PageNotFoundError(location.pathname);
  },
});

export const routeTree = root.addChildren([
  none.addChildren([inNone('/'), inNone('/loggedin-redirect')]),
  auth.addChildren([
    inAuth('/login'),
    inAuth('/login-test'),
    inAuth('/login-redirect'),
    inAuth('/loggedin'),
    inAuth('/logout'),
    inAuth('/invitations'),
    inAuth('/switch-account'),
    inAuth('/authorize'),
  ]),
  wizard.addChildren([
    inWizard('/initial-setup'),
    inWizard('/initial-setup/business-info'),
    inWizard('/initial-setup/referral-source'),
  ]),
  frame.addChildren([
    sidebar.addChildren([
      inSidebar('/inbox'),
      inSidebar('/inbox/{thread_id}'),
      inSidebar('/compose'),
      inSidebar('/compose/history'),
      inSidebar('/broadcast'),
      inSidebar('/broadcast/history'),
      inSidebar('/broadcast/history/{campaign_id}'),
      inSidebar('/contacts'),
      inSidebar('/contacts/add'),
      inSidebar('/contacts/{id}/edit'),
      inSidebar('/templates'),
      inSidebar('/templates/session'),
      inSidebar('/templates/whatsapp'),
      inSidebar('/templates/wa-sync'),
      inSidebar('/automations'),
      inSidebar('/sandbox'),
      inSidebar('/reports'),
    ]),
    settings.addChildren([
      inSettings('/channels'),
      inSettings('/settings'),
      inSettings('/settings/api-keys'),
      inSettings('/settings/business'),
      inSettings('/settings/business/edit'),
      inSettings('/settings/personal'),
      inSettings('/settings/personal/edit'),
      inSettings('/settings/custom-attributes'),
      inSettings('/integrations'),
      inSettings('/bug-reporting'),
      inSettings('/feature-request'),
    ]),
  ]),
  indie.addChildren([
    inIndie('/team'),
    inIndie('/team/add'),
    inIndie('/team/edit/{id}'),
    inIndie('/channels/add'),
    inIndie('/contacts/import'),
    inIndie('/settings/move'),
    inIndie('/templates/add'),
    inIndie('/templates/{id}/edit'),
  ]),
  unmatched,
]);
