export const webhooksScreens = {
  '/integrations': () => import('./pages/integrations-page.tsx').then((module) => module.IntegrationsPage),
};
