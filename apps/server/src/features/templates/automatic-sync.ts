import type { Worker } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { startPollLoop } from '../../platform/poll-loop.ts';
import type { ProviderAccess } from '../channels/public.ts';
import { syncTemplates } from './sync.ts';
import { listDueSyncs } from './sync-run-repo.ts';

const everyMs = 60_000;
const atOnce = 20;

/**
 * Syncs accounts that were synced before: every six hours, and soon after WhatsApp reported a template whose text is
 * not known. Several processes at once do no harm.
 */
export function startAutomaticSync(platform: Platform, providers: ProviderAccess): Worker {
  const { log } = platform;
  return startPollLoop({ log, failure: 'automatic sync of templates', retryMs: everyMs }, async () => {
    await runDueSyncs(platform, providers);
    return everyMs;
  });
}

/** One pass. */
export async function runDueSyncs(platform: Platform, providers: ProviderAccess): Promise<void> {
  const due = await listDueSyncs(platform.db.system.statements('maintenance'), atOnce);
  for (const { client_id: clientId, channel_id, by_webhook } of due) {
    const run = { trigger: by_webhook ? ('webhook' as const) : ('schedule' as const), createdBy: null };
    // A failed run is written with its error and shown on the page.
    await syncTemplates(platform, providers, clientId, run, { channel_id, dry_run: false }).catch((error: unknown) =>
      platform.log.info({ err: error, channel: channel_id }, 'templates were not synced'),
    );
  }
}
