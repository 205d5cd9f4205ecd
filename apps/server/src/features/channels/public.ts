export { type ChannelClients, getChannelClient } from './channel-client.ts';
export { listThreadOrigins, recordChatLinkUses } from './chat-links/chat-link-uses-query-repo.ts';
export { type ChannelDirectory, operatorReceiver, type Receiver, type RoutedChannel } from './directory.ts';
export { startingChannels } from './handlers.ts';
export { recordTemplateSync } from './health-repo.ts';
export { outcomeMessage, requireOutcome } from './outcome-errors.ts';
export { countLimitUse, type LimitUse, listPortfolios, type Portfolio } from './portfolio-query-repo.ts';
export type { ProviderAccess } from './provider-access.ts';
export {
  pauseAccountChannels,
  pauseChannel,
  setChannelFact,
  updateChannelFromProvider,
} from './provider-state-repo.ts';
export { type ChannelRow, closeChannels, findChannels } from './repo.ts';
export { resealChannels } from './reseal.ts';
export { createSandboxChannel } from './service.ts';
export { createChannelsServices } from './services.ts';
export { type ReceivedCode, verifyTestNumbers } from './test-numbers/test-number-repo.ts';
