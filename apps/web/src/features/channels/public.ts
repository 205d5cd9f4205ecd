import { loadWords } from '../../platform/i18n.ts';
import { featureScreens } from '../../platform/screen.ts';

export const channelsScreens = featureScreens(
  'channels',
  {
    '/channels': () => import('./pages/channels-page.tsx').then((module) => module.ChannelsPage),
    '/channels/add': () => import('./pages/add-channel-page.tsx').then((module) => module.AddChannelPage),
    '/sandbox': async () => {
      // The team's side is the inbox's own conversation, with its words.
      const [page] = await Promise.all([import('./pages/sandbox-page.tsx'), loadWords('inbox'), loadWords('thread')]);
      return page.SandboxPage;
    },
  },
  ['channels', 'parts', 'team'],
);
