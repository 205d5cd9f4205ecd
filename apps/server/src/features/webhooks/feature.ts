import type { Feature, FeatureOperations, Hydrators } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { deliveryHandlers } from './delivery-handlers.ts';
import { deleteOldDeliveries, shortenDeliveryLeases } from './delivery-repo.ts';
import { eventHandlers } from './event-handlers.ts';
import { webhookHandlers } from './handlers.ts';
import { releaseRestoredDeliveries } from './restore-repo.ts';
import { startDeliveries } from './worker.ts';

/** Events of an account for other systems: delivered to webhooks, and read from a feed. */
export function createWebhooksFeature(platform: Platform, hydrators: Hydrators): Feature {
  return {
    name: 'webhooks',
    rowLimits: { webhook_endpoints: { things: 'webhooks', fix: 'Remove one first.' } },
    handlers: {
      ...eventHandlers(platform, hydrators),
      ...webhookHandlers(platform),
      ...deliveryHandlers(platform, hydrators),
    },
    leases: [shortenDeliveryLeases],
    maintenance: { 'webhook deliveries': deleteOldDeliveries },
    startWorkers: (options) => [startDeliveries(platform, hydrators, options)],
  };
}

export const webhooksOperations: FeatureOperations = { name: 'webhooks', restore: releaseRestoredDeliveries };

declare module '../../platform/notifier.ts' {
  interface Topics {
    /** Deliveries are due; the account. */
    webhooks: true;
  }
}

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Deliveries of all accounts are due, and emails about paused webhooks belong to no account. */
    webhooks: true;
  }
}
