import { identityScreens } from '../features/identity/screens.ts';
import { inboxScreens } from '../features/inbox/screens.ts';
import type { ScreenLoader } from '../platform/screen.ts';
import type { Layout, RoutePath } from './route-table.ts';

/** The screens that first visits begin with. */
const firstScreens = {
  '/': () => import('./landing-page.tsx').then((module) => module.LandingPage),
  ...identityScreens,
  ...inboxScreens,
};

/** The paths of all other screens. */
export type LaterPath = Exclude<RoutePath, keyof typeof firstScreens>;

export const loadLaterScreens = () => import('./later-screens.ts').then((module) => module.laterScreens);

/** The screen of a path; the list of the later ones is a file of its own, loaded when the browser is idle. */
export function screenOf(path: RoutePath): ScreenLoader {
  return path in firstScreens
    ? firstScreens[path as keyof typeof firstScreens]
    : async () => (await loadLaterScreens())[path as LaterPath]();
}

export const layouts: Record<Layout | 'frame', ScreenLoader> = {
  auth: () => import('./layouts/auth-layout.tsx').then((module) => module.AuthLayout),
  default: () => import('./layouts/default-layout.tsx').then((module) => module.DefaultLayout),
  empty: () => import('./layouts/empty-layout.tsx').then((module) => module.EmptyLayout),
  frame: () => import('./shell/frame.tsx').then((module) => module.Frame),
  indie: () => import('./layouts/indie-layout.tsx').then((module) => module.IndieLayout),
  none: () => import('./layouts/no-layout.tsx').then((module) => module.NoLayout),
  sidebar: () => import('./layouts/sidebar-layout.tsx').then((module) => module.SidebarLayout),
  wizard: () => import('./layouts/wizard-layout.tsx').then((module) => module.WizardLayout),
};
