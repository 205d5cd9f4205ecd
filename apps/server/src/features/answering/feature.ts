import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { examineAssistant } from './exam-job.ts';
import { answeringHandlers } from './handlers.ts';
import { settleRestoredAnswers } from './settings-repo.ts';
import { startAnswering } from './worker.ts';

/** The AI assistant of an account: answers customers from help texts and saved replies, and hands over. Off by default. */
export function createAnsweringFeature(platform: Platform): Feature {
  const ending = new AbortController();
  return {
    name: 'answering',
    handlers: answeringHandlers(platform),
    jobs: [examineAssistant(platform)],
    startWorkers: () => [startAnswering(platform, ending)],
    // A silent provider must not hold back a shutdown.
    disconnect: () => ending.abort(),
  };
}

export const answeringOperations: FeatureOperations = { name: 'answering', restore: settleRestoredAnswers };

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Finds accounts whose feed moved, and messages of all accounts that are due. */
    answering: true;
  }
}
