import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ChannelDirectory } from '../channels/public.ts';
import { type Applier, startApplier } from './apply/applier.ts';
import { startEndingCalls } from './apply/end-calls.ts';
import { ingestHealth } from './health.ts';
import { deleteExpiredPartitions } from './maintenance-repo.ts';
import { shortenPartitionLeases } from './raw/partition-repo.ts';
import { createRawStore, type RawStore, type StoredDelivery } from './raw/raw-store.ts';
import { registerReceiver } from './receive/receiver-handlers.ts';
import { endRestoredPartitionLeases } from './restore-repo.ts';
import { webhookHandlers } from './webhook-handlers.ts';

export type IngestDependencies = {
  directory: ChannelDirectory;
  /** Called with deliveries after they are stored, in commit order. */
  onStored(deliveries: readonly StoredDelivery[]): void;
};

/** Webhook deliveries: receiving, storing, normalizing and applying them. */
export function createIngestFeature(
  platform: Platform,
  { directory, onStored }: IngestDependencies,
): Feature & { store: Pick<RawStore, 'put'> } {
  let applier: Applier | undefined;
  const store = createRawStore(platform, (partition, deliveries) => {
    onStored(deliveries);
    if (applier === undefined) platform.notifier.notify('webhook_events', String(partition));
    else applier.stored(partition, deliveries);
  });
  return {
    name: 'ingest',
    store,
    handlers: webhookHandlers(platform, directory),
    registerRoutes: (http) => registerReceiver(http, platform, directory, store),
    paths: [{ prefix: '/webhooks', onWorkers: true }],
    maintenance: { ingest: deleteExpiredPartitions },
    leases: [shortenPartitionLeases],
    startWorkers({ soleProcess }) {
      applier = startApplier(platform, directory, { soleProcess });
      return [applier, startEndingCalls(platform)];
    },
    flush: () => store.close(),
  };
}

export const ingestOperations: FeatureOperations = {
  name: 'ingest',
  restore: endRestoredPartitionLeases,
  healthChecks: ingestHealth,
};

declare module '../../platform/notifier.ts' {
  interface Topics {
    /** Deliveries are stored; their partition. */
    webhook_events: true;
  }
}

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** One transaction applies deliveries of many accounts. */
    apply: true;
    /** Finds calls of all accounts whose end nobody told. */
    calls: true;
    /** A webhook is stored before its account is known. */
    ingest: true;
  }
}
