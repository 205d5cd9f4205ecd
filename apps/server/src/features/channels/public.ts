export { startChannelCare } from './care.ts';
export {
  type ChannelDirectory,
  createChannelDirectory,
  operatorsAddress,
  type Receiver,
  type RoutedChannel,
} from './directory.ts';
export { channelsHandlers, hydrateChannels, startingChannels } from './handlers.ts';
export { noteTemplates } from './health-repo.ts';
export { manageHandlers } from './manage-handlers.ts';
export { answered } from './outcome-error.ts';
export { reachProvider } from './reach.ts';
export { numberHandlers } from './registration.ts';
export { type ChannelRow, closeChannels, findChannels } from './repo.ts';
export { sandboxHandlers } from './sandbox/handlers.ts';
export { scenarioHandlers } from './sandbox/scenarios.ts';
export { type ChannelSender, createProviderAccess, type ProviderAccess } from './senders.ts';
export { createSandboxChannel } from './service.ts';
export { registerSessionReceiver } from './session/receiver.ts';
export { deleteExpiredSignups } from './signup-repo.ts';
export { createSimulatorProcess, type SimulatorProcess } from './simulator.ts';
export { registerSimulatorProxy } from './simulator-proxy.ts';
export { channelsHealth } from './standings.ts';
export { testNumberHandlers } from './test-numbers/handlers.ts';
export { type SaidCode, verifyTestNumbers } from './test-numbers/repo.ts';
export { createWebhookNotes } from './webhook-notes.ts';
