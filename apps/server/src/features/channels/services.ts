import type { Platform } from '../../platform/platform.ts';
import type { SharedFiles } from '../media/public.ts';
import { type ChannelDirectory, createChannelDirectory } from './directory.ts';
import { createProviderAccess, type ProviderAccess } from './provider-access.ts';
import { createSimulatorProcess, type SimulatorProcess } from './simulator.ts';
import { createWebhookRecorder, type WebhookRecorder } from './webhook-recorder.ts';

/** What other features use of channels. */
export type ChannelsServices = {
  directory: ChannelDirectory;
  providers: ProviderAccess;
  simulator: SimulatorProcess;
  webhookRecorder: WebhookRecorder;
};

export function createChannelsServices(platform: Platform, sharedFiles: SharedFiles): ChannelsServices {
  const simulator = createSimulatorProcess(platform);
  return {
    directory: createChannelDirectory(platform),
    providers: createProviderAccess(platform, simulator, sharedFiles),
    simulator,
    webhookRecorder: createWebhookRecorder(platform),
  };
}
