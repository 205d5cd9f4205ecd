import { featureScreens } from '../../platform/screen.ts';

const inbox = () => import('./pages/inbox-page.tsx').then((module) => module.InboxPage);
const thread = async () => {
  const [page] = await Promise.all([inbox(), import('./components/open-thread.ts')]);
  return page;
};

export const inboxScreens = {
  ...featureScreens('inbox', { '/inbox': inbox }, ['inbox']),
  ...featureScreens('inbox', { '/inbox/{thread_id}': thread }, ['inbox', 'thread']),
};
