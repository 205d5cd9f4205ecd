import { loadWords } from '../../platform/i18n.ts';
import { featureScreens } from '../../platform/screen.ts';

/** Filters and names are the contacts', what a template looks like the conversation's. */
const words = ['broadcasts', 'parts', 'team', 'contacts', 'templates'];

export const broadcastsScreens = featureScreens(
  'broadcasts',
  {
    '/broadcast': async () => {
      const [page] = await Promise.all([
        import('./create/broadcast-page.tsx'),
        loadWords('inbox'),
        loadWords('thread'),
      ]);
      return page.BroadcastPage;
    },
    '/broadcast/history': () => import('./history/history-page.tsx').then((module) => module.HistoryPage),
    '/broadcast/history/{campaign_id}': () =>
      import('./campaign/campaign-page.tsx').then((module) => module.CampaignPage),
  },
  words,
);
