import { featureScreens } from '../../platform/screen.ts';

/** Bubbles, templates, lists and menus of rows come with the words of their features. */
const words = ['compose', 'parts', 'templates', 'inbox', 'thread', 'contacts', 'team'];

export const composeScreens = featureScreens(
  'compose',
  {
    '/compose': () => import('./pages/compose-page.tsx').then((module) => module.ComposePage),
    '/compose/history': () => import('./pages/history-page.tsx').then((module) => module.HistoryPage),
  },
  words,
);
