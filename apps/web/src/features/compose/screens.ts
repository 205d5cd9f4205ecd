export const composeScreens = {
  '/compose': () => import('./pages/compose-page.tsx').then((module) => module.ComposePage),
  '/compose/history': () => import('./pages/history-page.tsx').then((module) => module.HistoryPage),
};
