import type { Platform } from '../../platform/platform.ts';
import { startPollLoop } from '../../platform/poll-loop.ts';
import { listEndedRotations } from './credential-repo.ts';
import { runDoctor } from './doctor/run-doctor.ts';
import { claimDueHealthChecks } from './health-repo.ts';
import type { ProviderAccess } from './provider-access.ts';
import { findChannels } from './repo.ts';
import { deletePreviousCredentials } from './rotate.ts';

const everyMs = 10 * 60_000;
const firstAfterMs = 90_000;
/** A pass never floods WhatsApp: accounts have 200 management calls an hour at least. */
const atOnce = 20;

/**
 * Checks every channel once a day, so that send rate, quality and token expiry are known without a request, and deletes
 * previous credentials whose day after a rotation is over. Several processes at once do no harm.
 */
export function startHealthChecks(platform: Platform, providers: ProviderAccess): { stop(): Promise<void> } {
  let stopped = false;
  const failure = 'the daily health checks were interrupted, retrying in ten minutes';
  const loop = startPollLoop({ log: platform.log, failure, retryMs: everyMs, firstAfterMs }, async () => {
    await runDueHealthChecks(platform, providers, () => stopped);
    return everyMs;
  });
  return {
    stop() {
      stopped = true;
      return loop.stop();
    },
  };
}

/** One pass. @param isOver called between two channels */
export async function runDueHealthChecks(
  platform: Platform,
  providers: ProviderAccess,
  isOver: () => boolean,
): Promise<void> {
  const system = platform.db.system.statements('maintenance');
  for (const { client_id, id } of await listEndedRotations(system))
    await deletePreviousCredentials(platform, client_id, id);
  for (const { client_id, channel_id } of await claimDueHealthChecks(system, atOnce)) {
    if (isOver()) return;
    const [row] = await platform.db.withTenant(client_id, (tx) => findChannels(tx, client_id, [channel_id]));
    if (row !== undefined) await runDoctor(platform, providers, row);
  }
}
