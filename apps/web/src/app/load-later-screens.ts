import { laterTexts } from '../platform/i18n.ts';

/** The list of later screens: a file of its own, loaded when the browser is idle. They are shown with their texts. */
export const loadLaterScreens = async () => {
  const [{ laterScreens }] = await Promise.all([import('./later-screens.ts'), laterTexts()]);
  return laterScreens;
};
