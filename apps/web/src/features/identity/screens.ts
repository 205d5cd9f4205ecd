import { featureScreens } from '../../platform/screen.ts';

export const identityScreens = featureScreens('identity', {
  '/loggedin': () => import('./logged-in-page.tsx').then((module) => module.LoggedInPage),
  '/loggedin-redirect': () => import('./logged-in-redirect-page.tsx').then((module) => module.LoggedInRedirectPage),
  '/login': () => import('./login-page.tsx').then((module) => module.LoginPage),
  '/login-redirect': () => import('./login-redirect-page.tsx').then((module) => module.LoginRedirectPage),
  '/login-test': () => import('./login-test-page.tsx').then((module) => module.LoginTestPage),
  '/logout': () => import('./logout-page.tsx').then((module) => module.LogoutPage),
});
