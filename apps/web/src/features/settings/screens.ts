import { loadWords } from '../../platform/i18n.ts';
import { featureScreens } from '../../platform/screen.ts';

// The re-authentication dialog and the words for times come from other features, with their words.
const withWords = async <T>(screen: Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([screen, loadWords('identity'), loadWords('inbox')]);
  return loaded;
};

/** Pages of those who run the account; they explain rights in the words of the team. */
const adminScreens = featureScreens(
  'settings',
  {
    '/settings/api-keys': () => import('./api-keys-page.tsx').then((module) => module.ApiKeysPage),
    '/settings/business': () => import('./business-page.tsx').then((module) => module.BusinessPage),
    '/settings/business/edit': () => import('./business-edit-page.tsx').then((module) => module.BusinessEditPage),
  },
  ['settings', 'team', 'identity', 'parts'],
);

const ownScreens = featureScreens('settings', {
  '/initial-setup': () => import('./initial-setup-page.tsx').then((module) => module.InitialSetupPage),
  '/initial-setup/business-info': () =>
    // What one may ask to join comes from the team, with its words.
    Promise.all([import('./business-info-page.tsx'), loadWords('team')]).then(([module]) => module.BusinessInfoPage),
  '/initial-setup/referral-source': () =>
    import('./referral-source-page.tsx').then((module) => module.ReferralSourcePage),
  '/settings': () => import('./settings-page.tsx').then((module) => module.SettingsPage),
  '/settings/personal': () => withWords(import('./personal/personal-page.tsx')).then((module) => module.PersonalPage),
  '/settings/personal/edit': () =>
    import('./personal/personal-edit-page.tsx').then((module) => module.PersonalEditPage),
});

export const settingsScreens = { ...adminScreens, ...ownScreens };
