export const feedbackScreens = {
  '/bug-reporting': () => import('./pages/bug-reporting-page.tsx').then((module) => module.BugReportingPage),
  '/feature-request': () => import('./pages/feature-request-page.tsx').then((module) => module.FeatureRequestPage),
};
