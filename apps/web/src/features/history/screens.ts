export const historyScreens = {
  '/settings/move': () => import('./pages/move-page.tsx').then((module) => module.MovePage),
};
