import type { JobKind } from '../../../platform/jobs/runner.ts';
import { enqueueEmail, notifyMailWorker } from '../../../platform/mail/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getClient } from '../../accounts/public.ts';
import { listOwnerAddresses } from '../../team/public.ts';
import { presentProblem } from './problem.ts';
import { findRun } from './run-repo.ts';
import { findSource } from './source-repo.ts';

export const pausedEmailKind = 'imports.source_paused';
const lifeS = 7 * 24 * 3_600;

/** Tells the Owners that a source was paused. A job, so that a killed process loses no email. */
export function emailAboutPause(platform: Platform): JobKind {
  return {
    name: pausedEmailKind,
    async run(job) {
      const about = await job.transaction(async (tx) => {
        const source = await findSource(tx, job.payload['source_id'] ?? '');
        const run = await findRun(tx, job.payload['run_id'] ?? '');
        if (source === null || run === null || run.problem_code === null) return null;
        const { message } = presentProblem({ code: run.problem_code, detail: run.problem_detail });
        return { name: source.name, message, account: (await getClient(tx)).name };
      });
      if (about === null) return undefined;
      const { name, message, account } = about;
      await platform.db.system.transaction('imports', async (tx) => {
        for (const to of await listOwnerAddresses(tx, job.clientId)) {
          const email = {
            ...{ kind: 'imports.source_paused', to, subject: `Scheduled import paused: ${name}` },
            lines: [
              `The scheduled import “${name}” of ${account} was paused after 5 failed runs in a row. ${message}`,
              'Contacts imported earlier are kept. Fix the cause, then resume the import.',
            ],
            action: { label: 'Open integrations', url: `${platform.publicUrl()}/integrations` },
          };
          await enqueueEmail(tx, platform, email, lifeS, job.clientId);
        }
      });
      notifyMailWorker(platform);
      return undefined;
    },
  };
}
