import type { Feature, FeatureOperations, Hydrators } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { deliveryHandlers } from './delivery-handlers.ts';
import { deleteOldDeliveries, shortenDeliveryLeases } from './delivery-repo.ts';
import { eventHandlers } from './event-handlers.ts';
import { webhookHandlers } from './handlers.ts';
import { renewImportedSecrets } from './imported.ts';
import { deleteOldCalls } from './incoming/call-repo.ts';
import { incomingHandlers } from './incoming/incoming-handlers.ts';
import { registerIncomingReceiver } from './incoming/receiver-handlers.ts';
import { releaseRestoredDeliveries } from './restore-repo.ts';
import { startDeliveries } from './worker.ts';

/** Events of an account for other systems, delivered to webhooks or read from a feed, and calls of other systems. */
export function createWebhooksFeature(platform: Platform, hydrators: Hydrators): Feature {
  return {
    name: 'webhooks',
    rowLimits: {
      webhook_endpoints: { things: 'webhooks', fix: 'Remove one first.' },
      incoming_webhooks: { things: 'incoming webhooks', fix: 'Remove one first.' },
    },
    handlers: {
      ...eventHandlers(platform, hydrators),
      ...webhookHandlers(platform),
      ...deliveryHandlers(platform, hydrators),
      ...incomingHandlers(platform),
    },
    registerRoutes: (http) => registerIncomingReceiver(http, platform),
    paths: [{ prefix: '/hooks', onWorkers: true }],
    leases: [shortenDeliveryLeases],
    maintenance: { 'webhook deliveries': deleteOldDeliveries, 'incoming calls': deleteOldCalls },
    startWorkers: (options) => [startDeliveries(platform, hydrators, options)],
  };
}

export const webhooksOperations: FeatureOperations = {
  name: 'webhooks',
  restore: releaseRestoredDeliveries,
  imported: renewImportedSecrets,
};

declare module '../../platform/notifier.ts' {
  interface Topics {
    /** Deliveries are due; the account. */
    webhooks: true;
  }
}

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Deliveries of all accounts are due, an incoming call names no account, emails about paused webhooks have none. */
    webhooks: true;
  }
}
