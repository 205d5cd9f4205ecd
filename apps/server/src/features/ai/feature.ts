import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MediaServices } from '../media/public.ts';
import { deleteOldCalls } from './call-repo.ts';
import { aiHandlers } from './handlers.ts';
import { helpTextHandlers } from './help-text-handlers.ts';
import { helpTextImportHandlers } from './help-text-import/import-handlers.ts';
import { settleRestoredCalls } from './restore-repo.ts';
import { aiSettingsHandlers } from './settings-handlers.ts';
import { settleInterruptedCalls } from './spend.ts';
import { transcriptHandlers } from './transcripts/handlers.ts';
import { transcriptionHealth } from './transcripts/health.ts';
import { transcriptJob } from './transcripts/job.ts';

/** Drafts, summaries and translations by the AI provider of an account, with the account's own key. Off by default. */
export function createAiFeature(platform: Platform, media: Pick<MediaServices, 'present' | 'uploadedFiles'>): Feature {
  const stopped = new AbortController();
  return {
    name: 'ai',
    rowLimits: { help_texts: { things: 'help texts', fix: 'Delete one first.' } },
    handlers: {
      ...aiHandlers(platform, stopped.signal),
      ...aiSettingsHandlers(platform, stopped.signal),
      ...helpTextHandlers(platform),
      ...helpTextImportHandlers(platform, stopped.signal),
      ...transcriptHandlers(platform, media.present),
    },
    jobs: [transcriptJob(platform, media.uploadedFiles)],
    maintenance: { 'interrupted ai calls': settleInterruptedCalls, 'ai calls': deleteOldCalls },
    // A silent provider must not hold back a shutdown.
    disconnect: () => stopped.abort(),
  };
}

export const aiOperations: FeatureOperations = {
  name: 'ai',
  restore: settleRestoredCalls,
  healthChecks: (_database, config) => transcriptionHealth(config),
};
