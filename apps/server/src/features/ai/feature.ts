import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteOldCalls } from './call-repo.ts';
import { aiHandlers } from './handlers.ts';
import { helpTextHandlers } from './help-text-handlers.ts';
import { settleRestoredCalls } from './restore-repo.ts';
import { aiSettingsHandlers } from './settings-handlers.ts';
import { settleInterruptedCalls } from './spend.ts';

/** Drafts, summaries and translations by the AI provider of an account, with the account's own key. Off by default. */
export function createAiFeature(platform: Platform): Feature {
  const stopped = new AbortController();
  return {
    name: 'ai',
    rowLimits: { help_texts: { things: 'help texts', fix: 'Delete one first.' } },
    handlers: {
      ...aiHandlers(platform, stopped.signal),
      ...aiSettingsHandlers(platform, stopped.signal),
      ...helpTextHandlers(platform),
    },
    maintenance: { 'interrupted ai calls': settleInterruptedCalls, 'ai calls': deleteOldCalls },
    // A silent provider must not hold back a shutdown.
    disconnect: () => stopped.abort(),
  };
}

export const aiOperations: FeatureOperations = { name: 'ai', restore: settleRestoredCalls };
