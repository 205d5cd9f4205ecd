const inbox = () => import('./pages/inbox-page.tsx').then((module) => module.InboxPage);
const thread = async () => {
  const [page] = await Promise.all([inbox(), import('./lazy.ts')]);
  return page;
};

export const inboxScreens = { '/inbox': inbox, '/inbox/{thread_id}': thread };
