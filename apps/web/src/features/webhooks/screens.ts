export const webhooksScreens = {
  '/settings/api-keys': () => import('./pages/api-keys-screen.tsx').then((module) => module.ApiKeysScreen),
  '/integrations': () => import('./pages/integrations-page.tsx').then((module) => module.IntegrationsPage),
};
