import { featureScreens } from '../../platform/screen.ts';

export const contactsScreens = featureScreens('contacts', {
  '/contacts/import': () => import('./import/import-page.tsx').then((module) => module.ImportPage),
});
