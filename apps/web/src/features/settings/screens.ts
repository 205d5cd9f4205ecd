export const settingsScreens = {
  '/settings/business': () => import('./pages/business-page.tsx').then((module) => module.BusinessPage),
  '/settings/business/edit': () => import('./pages/business-edit-page.tsx').then((module) => module.BusinessEditPage),
  '/initial-setup': () => import('./pages/initial-setup-page.tsx').then((module) => module.InitialSetupPage),
  '/initial-setup/business-info': () =>
    import('./pages/business-info-page.tsx').then((module) => module.BusinessInfoPage),
  '/initial-setup/referral-source': () =>
    import('./pages/referral-source-page.tsx').then((module) => module.ReferralSourcePage),
  '/settings': () => import('./pages/settings-page.tsx').then((module) => module.SettingsPage),
  '/settings/personal': () => import('./pages/personal-page.tsx').then((module) => module.PersonalPage),
  '/settings/personal/edit': () => import('./pages/personal-edit-page.tsx').then((module) => module.PersonalEditPage),
};
