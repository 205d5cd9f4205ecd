import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ChannelClients } from '../channels/public.ts';
import { settleRestoredRuns } from './automation-repo.ts';
import { startEngine } from './engine.ts';
import { examineMessages } from './exam/exam-job.ts';
import { examHandlers } from './exam-handlers.ts';
import { deleteOldRuns } from './facts/run-repo.ts';
import { automationHandlers } from './handlers.ts';
import { runHandlers } from './run-handlers.ts';
import { deleteUnusedSecrets } from './secret-repo.ts';
import { tellOfPause } from './tell-of-pause.ts';

/** Automations: flows that start by what customers do or by the clock, and every run of them. */
export function createAutomationsFeature(platform: Platform, providers: ChannelClients): Feature {
  return {
    name: 'automations',
    rowLimits: {
      automations: { things: 'automations', fix: 'Delete one first.' },
      automation_secrets: {
        things: 'secrets of automations',
        fix: 'Those that nothing uses are deleted after a week.',
      },
    },
    handlers: { ...automationHandlers(platform), ...runHandlers(platform), ...examHandlers(platform) },
    jobs: [tellOfPause(platform), examineMessages(platform)],
    maintenance: { automations: deleteOldRuns, 'automation secrets': deleteUnusedSecrets },
    startWorkers: () => [startEngine(platform, providers)],
  };
}

export const automationsOperations: FeatureOperations = {
  name: 'automations',
  restore: settleRestoredRuns,
};

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Finds accounts whose feed moved, and due runs of all accounts; queues emails. */
    automations: true;
  }
}
