export const assistantsScreens = {
  '/authorize': () => import('./pages/authorize-page.tsx').then((module) => module.AuthorizePage),
};
