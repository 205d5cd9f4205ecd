import { notifyJobs } from '../../platform/jobs/queue.ts';
import type { JobKind } from '../../platform/jobs/runner.ts';
import { enqueueEmail, notifyMailWorker } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { getClient } from '../accounts/public.ts';
import { tellAutomationPaused } from '../notifications/public.ts';
import { findAutomation } from './automation-repo.ts';
import { listEditorAddresses } from './editors-query.ts';
import { pausedJobKind } from './facts/run-repo.ts';

const lifeS = 7 * 24 * 3_600;
const causes = {
  errors: 'Five runs in a row failed.',
  slow_words: 'Comparing its keywords or patterns with a message took too long.',
};

/**
 * Tells who edits an automation that it was paused: a notification, and an email. A job, written with the pause, so that
 * a killed process loses neither.
 */
export function tellOfPause(platform: Platform): JobKind {
  return {
    name: pausedJobKind,
    async run(job) {
      const about = await job.transaction(async (tx) => {
        const automation = await findAutomation(tx, job.payload['automation_id'] ?? '');
        // Turned on again meanwhile: it was seen.
        if (automation === null || automation.paused_by === null) return null;
        const { name, paused_by: by, updated_by: author } = automation;
        const wake = await tellAutomationPaused(platform, tx, automation.id, job.id);
        const editors = await listEditorAddresses(tx, author);
        return { wake, id: automation.id, name, cause: causes[by], editors, account: (await getClient(tx)).name };
      });
      if (about === null) return undefined;
      about.wake();
      notifyJobs(platform);
      const { id, name, cause, editors, account } = about;
      await platform.db.system.transaction('automations', async (tx) => {
        for (const to of editors) {
          const email = {
            ...{ kind: 'automations.paused', to, subject: `Automation paused: ${name}` },
            lines: [
              `The automation “${name}” of ${account} was paused. ${cause}`,
              'It answers nobody until it is turned on again. Its runs say what went wrong.',
            ],
            action: { label: 'Open the automation', url: `${platform.publicUrl()}/automations?edit=${id}` },
          };
          await enqueueEmail(tx, platform, email, lifeS, job.clientId);
        }
      });
      notifyMailWorker(platform);
      return undefined;
    },
  };
}
