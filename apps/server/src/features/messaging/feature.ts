import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PresentMedia } from '../media/public.ts';
import { startAutoCloser } from './auto-close/auto-closer.ts';
import { shortenChannelLeases } from './dispatch/channel-queue-repo.ts';
import { type DispatcherOptions, startDispatcher } from './dispatch/dispatcher.ts';
import { startScheduler } from './dispatch/scheduler.ts';
import { messagingHandlers } from './handlers.ts';
import { messagingHealth } from './health.ts';
import { measureMessages } from './health-repo.ts';
import { hydrateMessages, hydrateThreadEvents, hydrateThreads } from './hydrators.ts';
import { deleteExpiredMessagingRows } from './maintenance-repo.ts';
import { mediaHandlers } from './media-handlers.ts';
import { hydrateScheduled, scheduledHandlers } from './scheduled-handlers.ts';
import { createSendBatcher, type EmptyDrafts } from './send/send-batcher.ts';
import { settleRestoredSends } from './state/restore-repo.ts';
import { deleteOldThreadNotices } from './threads/thread-notice-repo.ts';
import { failRestoredTranscripts } from './threads/transcript-repo.ts';

export type MessagingDependencies = Omit<DispatcherOptions, 'soleProcess'> & {
  presentMedia: PresentMedia;
  emptyDrafts: EmptyDrafts;
};

/** Threads and messages: sending, dispatching and their state. */
export function createMessagingFeature(
  platform: Platform,
  { presentMedia, emptyDrafts, senderFor, uploadMedia }: MessagingDependencies,
): Feature {
  const sending = { batcher: createSendBatcher(platform, emptyDrafts), emptyDrafts };
  return {
    name: 'messaging',
    handlers: {
      ...messagingHandlers(platform, sending, presentMedia),
      ...scheduledHandlers(platform, presentMedia),
      ...mediaHandlers(platform, presentMedia),
    },
    hydrators: {
      messages: hydrateMessages(presentMedia),
      scheduled_messages: hydrateScheduled(presentMedia),
      thread_events: hydrateThreadEvents,
      threads: hydrateThreads,
    },
    rowLimits: {
      scheduled_messages: { things: 'scheduled messages', fix: 'Cancel one first.' },
    },
    growingTables: ['messages', 'threads', 'triggers'],
    maintenance: { messaging: deleteExpiredMessagingRows, thread_notices: deleteOldThreadNotices },
    leases: [shortenChannelLeases],
    startWorkers: ({ soleProcess }) => [
      startScheduler(platform),
      startAutoCloser(platform),
      startDispatcher(platform, { senderFor, uploadMedia, soleProcess }),
    ],
  };
}

export const messagingOperations: FeatureOperations = {
  name: 'messaging',
  restore: async (tx) => {
    await settleRestoredSends(tx);
    await failRestoredTranscripts(tx);
  },
  healthChecks: messagingHealth,
  async provesBackup(database) {
    const { messages, newest } = await measureMessages(database);
    return [`${messages} messages${newest === null ? '' : `, the newest of ${newest.toISOString()}`}`];
  },
};

declare module '../../platform/notifier.ts' {
  interface Topics {
    /** Messages wait to be sent; account and channel, `a/c`. */
    triggers: true;
  }
}

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Claims channels of all accounts, and finds scheduled messages and conversations to close that are due. */
    dispatcher: true;
    /** One transaction stores outcomes and statuses of messages of many accounts. */
    outcomes: true;
  }
}
