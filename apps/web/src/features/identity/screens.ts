export const identityScreens = {
  '/loggedin': () => import('./pages/logged-in-page.tsx').then((module) => module.LoggedInPage),
  '/loggedin-redirect': () =>
    import('./pages/logged-in-redirect-page.tsx').then((module) => module.LoggedInRedirectPage),
  '/login': () => import('./pages/login-page.tsx').then((module) => module.LoginPage),
  '/login-redirect': () => import('./pages/login-redirect-page.tsx').then((module) => module.LoginRedirectPage),
  '/login-test': () => import('./pages/login-test-page.tsx').then((module) => module.LoginTestPage),
  '/logout': () => import('./pages/logout-page.tsx').then((module) => module.LogoutPage),
};
