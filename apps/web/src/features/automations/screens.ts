export const automationsScreens = {
  '/automations': () => import('./pages/automations-page.tsx').then((module) => module.AutomationsPage),
};
