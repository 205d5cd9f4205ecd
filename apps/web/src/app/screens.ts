import { automationsScreens } from '../features/automations/screens.ts';
import { broadcastsScreens } from '../features/broadcasts/screens.ts';
import { channelsScreens } from '../features/channels/screens.ts';
import { composeScreens } from '../features/compose/screens.ts';
import { contactsScreens } from '../features/contacts/screens.ts';
import { feedbackScreens } from '../features/feedback/screens.ts';
import { identityScreens } from '../features/identity/screens.ts';
import { inboxScreens } from '../features/inbox/screens.ts';
import { settingsScreens } from '../features/settings/screens.ts';
import { teamScreens } from '../features/team/screens.ts';
import { templatesScreens } from '../features/templates/screens.ts';
import { webhooksScreens } from '../features/webhooks/screens.ts';
import type { ScreenLoader } from '../platform/screen.ts';
import type { Layout, RoutePath } from './route-table.ts';

/** The screens that are built, one line per feature, sorted. All other routes show that they are not available yet. */
export const screens: Partial<Record<RoutePath, ScreenLoader>> = {
  '/': () => import('./landing-page.tsx').then((module) => module.LandingPage),
  ...automationsScreens,
  ...broadcastsScreens,
  ...channelsScreens,
  ...composeScreens,
  ...contactsScreens,
  ...feedbackScreens,
  ...identityScreens,
  ...inboxScreens,
  ...settingsScreens,
  ...teamScreens,
  ...templatesScreens(async () => (await import('../features/inbox/public.ts')).TemplatePreview),
  ...webhooksScreens,
};

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

export const notHereYet: ScreenLoader = () => import('./not-here-yet.tsx').then((module) => module.NotHereYet);
