import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { callingHandlers } from './calling-handlers.ts';
import { catalogHandlers } from './catalog-handlers.ts';
import { channelsHealth } from './channel-status.ts';
import { chatLinkHandlers } from './chat-links/handlers.ts';
import { channelsHandlers, hydrateChannels } from './handlers.ts';
import { startHealthChecks } from './health-checks.ts';
import { disconnectImportedChannels } from './imported.ts';
import { manageHandlers } from './manage-handlers.ts';
import { numberHandlers } from './number-handlers.ts';
import { type SandboxDependencies, sandboxHandlers } from './sandbox/handlers.ts';
import { scenarioHandlers } from './sandbox/scenario-handlers.ts';
import type { ChannelsServices } from './services.ts';
import { registerSessionReceiver, type StoreDelivery } from './session/receiver-handlers.ts';
import { deleteExpiredSignups } from './signup-repo.ts';
import { registerSimulatorProxy } from './simulator-proxy.ts';
import { testNumberHandlers } from './test-numbers/handlers.ts';

export type ChannelsDependencies = SandboxDependencies & {
  /** Stores a delivery of an adapter before it is answered. */
  storeDelivery: StoreDelivery;
};

/** Numbers and their connections: WhatsApp, session adapters, and the sandbox with its simulator. */
export function createChannelsFeature(
  platform: Platform,
  { directory, providers, simulator, webhookRecorder }: ChannelsServices,
  { storeDelivery, ...sandbox }: ChannelsDependencies,
): Feature {
  const { config, log } = platform;
  return {
    name: 'channels',
    handlers: {
      ...channelsHandlers(platform, { client: providers.graph }),
      ...manageHandlers(platform, providers),
      ...numberHandlers(platform, providers),
      ...callingHandlers(platform, providers),
      ...catalogHandlers(platform, providers),
      ...sandboxHandlers(platform, simulator, sandbox),
      ...scenarioHandlers(platform),
      ...testNumberHandlers(platform),
      ...chatLinkHandlers(platform),
    },
    async registerRoutes(http) {
      await registerSessionReceiver(http, directory, storeDelivery);
      if (config.SANDBOX) await registerSimulatorProxy(http, platform, simulator);
    },
    hydrators: { channels: hydrateChannels },
    paths: [{ prefix: '/simulator', onWorkers: true }],
    rowLimits: {
      channels: { things: 'channels', fix: 'Delete one first.' },
      chat_links: { things: 'chat links', fix: 'Delete one first.' },
      sandbox_scenarios: { things: 'scenarios', fix: 'Delete one first.' },
    },
    maintenance: { channels: deleteExpiredSignups },
    startWorkers() {
      if (config.SANDBOX) {
        simulator.resume().catch((error: unknown) => log.warn({ err: error }, 'simulator: not resumed'));
      }
      return [startHealthChecks(platform, providers)];
    },
    flush: () => webhookRecorder.close(),
    async close() {
      await providers.close();
      await simulator.close();
    },
  };
}

export const channelsOperations: FeatureOperations = {
  name: 'channels',
  backedUpFiles: { databases: ['simulator/books.sqlite'] },
  healthChecks: channelsHealth,
  imported: disconnectImportedChannels,
};

declare module '../../platform/notifier.ts' {
  interface Topics {
    /** A channel changed; its id. */
    channels: true;
  }
}

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** A webhook or a call to the simulator names a channel before its account is known. */
    channels: true;
    /** The one simulator of all accounts, by the process that runs it. */
    simulator: true;
  }
}
