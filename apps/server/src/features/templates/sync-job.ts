import type { Executor } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { idFromKey } from '../../platform/ids.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import type { JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProviderAccess } from '../channels/public.ts';
import { syncTemplates } from './sync.ts';

const kind = 'templates.sync';
/** Many messages may fail because of one template: they fetch the templates once in this time. */
const oncePerMs = 600_000;

/** A send showed that the stored templates of a channel are out of date: they are fetched again. */
export async function enqueueTemplateSync(
  tx: Executor,
  { clientId, channelId, at }: { clientId: string; channelId: string; at: Date },
): Promise<void> {
  const id = idFromKey(clientId, channelId, kind, String(Math.floor(at.getTime() / oncePerMs)));
  await enqueueJobs(tx, [{ clientId, id, kind, key: `${kind}/${channelId}`, payload: { channelId }, weight: 'light' }]);
}

export function templateSyncJob(platform: Platform, providers: ProviderAccess): JobKind {
  return {
    name: kind,
    async run({ clientId, payload: { channelId = '' } }) {
      try {
        const cause = { trigger: 'webhook', createdBy: null } as const;
        await syncTemplates(platform, providers, clientId, cause, { channel_id: channelId, dry_run: false });
      } catch (error) {
        // A channel that was removed, or one without access, has nothing to fetch.
        const final = error instanceof AppError && ['not_found', 'validation_failed'].includes(error.code);
        if (!final) throw error;
      }
      return undefined;
    },
  };
}
