import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PresentMedia } from '../media/public.ts';
import { inboxHandlers } from './handlers.ts';
import { hydrateLabels, labelHandlers } from './label-handlers.ts';
import { hydrateNotes, noteHandlers } from './note-handlers.ts';
import { threadListHandlers } from './thread-list-handlers.ts';

/** Threads as a member sees them: the list, a conversation, notes and mentions. */
export function createInboxFeature(platform: Platform, presentMedia: PresentMedia): Feature {
  return {
    name: 'inbox',
    rowLimits: { labels: { things: 'labels', fix: 'Delete one first.' } },
    handlers: {
      ...inboxHandlers(platform, presentMedia),
      ...threadListHandlers(platform),
      ...noteHandlers(platform),
      ...labelHandlers(platform),
    },
    hydrators: { labels: hydrateLabels, notes: hydrateNotes },
  };
}
