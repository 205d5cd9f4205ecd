import { identityScreens } from '../features/identity/screens.ts';
import { inboxScreens } from '../features/inbox/screens.ts';
import type { RoutePath } from './route-table.ts';

/** The screens that first visits begin with. */
export const startScreens = {
  '/': () => import('./landing-page.tsx').then((module) => module.LandingPage),
  ...identityScreens,
  ...inboxScreens,
};

/** The paths of all other screens. */
export type LaterPath = Exclude<RoutePath, keyof typeof startScreens>;
