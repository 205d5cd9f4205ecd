/** One module, because users of the history usually open a broadcast of it. */
const results = () => import('./lazy.ts');

export const broadcastsScreens = {
  '/broadcast': () => import('./pages/broadcast-page.tsx').then((module) => module.BroadcastPage),
  '/broadcast/history': async () => (await results()).HistoryPage,
  '/broadcast/history/{campaign_id}': async () => (await results()).CampaignPage,
};
