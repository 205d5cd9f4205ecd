import type { ScreenLoader } from '../platform/screen.ts';
import { loadLaterScreens } from './load-later-screens.ts';
import type { Layout, RoutePath } from './route-table.ts';
import { type LaterPath, startScreens } from './start-screens.ts';

export function screenOf(path: RoutePath): ScreenLoader {
  return path in startScreens
    ? startScreens[path as keyof typeof startScreens]
    : async () => (await loadLaterScreens())[path as LaterPath]();
}

export const layouts: Record<Layout | 'frame', ScreenLoader> = {
  auth: () => import('./layouts/auth-layout.tsx').then((module) => module.AuthLayout),
  default: () => import('./layouts/default-layout.tsx').then((module) => module.DefaultLayout),
  empty: () => import('./layouts/empty-layout.tsx').then((module) => module.EmptyLayout),
  frame: () => import('./shell/frame.tsx').then((module) => module.Frame),
  indie: () => import('./layouts/indie-layout.tsx').then((module) => module.IndieLayout),
  none: () => import('./layouts/no-layout.tsx').then((module) => module.NoLayout),
  // Always inside the frame, and so small that a file of its own would cost more.
  sidebar: () => import('./shell/frame.tsx').then((module) => module.SidebarLayout),
  wizard: () => import('./layouts/wizard-layout.tsx').then((module) => module.WizardLayout),
};
