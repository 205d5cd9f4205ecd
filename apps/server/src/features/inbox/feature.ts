import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProviderAccess } from '../channels/public.ts';
import type { PresentMedia } from '../media/public.ts';
import { blockHandlers } from './block-handlers.ts';
import { contactHandlers } from './contact-handlers.ts';
import { controlHandlers } from './control-handlers.ts';
import { draftHandlers, hydrateDrafts } from './draft-handlers.ts';
import { deleteOldDrafts } from './draft-repo.ts';
import { inboxHandlers } from './handlers.ts';
import { hydrateLabels, labelHandlers } from './label-handlers.ts';
import { messageSearchHandlers } from './message-search-handlers.ts';
import { hydrateNotes, noteHandlers } from './note-handlers.ts';
import { savedViewHandlers } from './saved-view-handlers.ts';
import { sharedDraftHandlers } from './shared-draft-handlers.ts';
import { hydrateStages, stageHandlers } from './stage-handlers.ts';
import { threadListHandlers } from './thread-list-handlers.ts';
import { typingHandlers } from './typing-handlers.ts';

/** Threads as a member sees them: the list, a conversation, notes and mentions. */
export function createInboxFeature(platform: Platform, presentMedia: PresentMedia, providers: ProviderAccess): Feature {
  return {
    name: 'inbox',
    rowLimits: {
      drafts: { things: 'drafts', fix: 'Send or delete one first.' },
      labels: { things: 'labels', fix: 'Delete one first.' },
      stages: { things: 'stages', fix: 'Delete one first.' },
      saved_views: { things: 'saved views', fix: 'Delete one first.' },
    },
    handlers: {
      ...inboxHandlers(platform, presentMedia),
      ...contactHandlers(platform),
      ...blockHandlers(platform, providers),
      ...controlHandlers(platform, providers),
      ...typingHandlers(platform, providers),
      ...threadListHandlers(platform),
      ...messageSearchHandlers(platform, presentMedia),
      ...noteHandlers(platform),
      ...labelHandlers(platform),
      ...stageHandlers(platform),
      ...savedViewHandlers(platform),
      ...draftHandlers(platform),
      ...sharedDraftHandlers(platform),
    },
    hydrators: { drafts: hydrateDrafts, labels: hydrateLabels, notes: hydrateNotes, stages: hydrateStages },
    maintenance: { inbox: deleteOldDrafts },
  };
}
