import { loadWords } from '../../platform/i18n.ts';
import { featureScreens } from '../../platform/screen.ts';

/** Filters and names are the contacts', what a template looks like the conversation's. */
const words = ['broadcasts', 'parts', 'team', 'contacts', 'templates'];

/** One file: whoever looks at the history opens one of it. */
const results = () => import('./results.ts');

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
    '/broadcast/history': async () => (await results()).HistoryPage,
    '/broadcast/history/{campaign_id}': async () => (await results()).CampaignPage,
  },
  words,
);
