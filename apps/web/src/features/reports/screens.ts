export const reportsScreens = {
  '/reports': () => import('./pages/reports-page.tsx').then((module) => module.ReportsPage),
};
