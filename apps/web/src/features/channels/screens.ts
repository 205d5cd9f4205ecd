export const channelsScreens = {
  '/channels': () => import('./pages/channels-page.tsx').then((module) => module.ChannelsPage),
  '/channels/add': () => import('./pages/add-channel-page.tsx').then((module) => module.AddChannelPage),
  '/sandbox': () => import('./pages/sandbox-page.tsx').then((module) => module.SandboxPage),
};
