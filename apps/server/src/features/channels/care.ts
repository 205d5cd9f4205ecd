import type { Platform } from '../../platform/platform.ts';
import { listEndedRotations } from './credential-repo.ts';
import { examine } from './doctor/examine.ts';
import { takeDueLooks } from './health-repo.ts';
import { findChannels } from './repo.ts';
import { forgetPrevious } from './rotate.ts';
import type { ProviderAccess } from './senders.ts';

const everyMs = 10 * 60_000;
const firstAfterMs = 90_000;
/** A pass never floods WhatsApp: accounts have 200 management calls an hour at least. */
const atOnce = 20;

/**
 * Looks at every channel once a day, so that pace, quality and the end of a token are known without anybody asking,
 * and forgets credentials whose day after a rotation is over. Several processes at once do no harm.
 */
export function startChannelCare(platform: Platform, providers: ProviderAccess): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  let stopped = false;

  const begin = () => {
    running ??= lookAfterChannels(platform, providers, () => stopped)
      .catch((error: unknown) => platform.log.warn({ err: error }, 'the daily look at the channels was interrupted'))
      .finally(() => {
        running = undefined;
      });
  };
  const first = setTimeout(begin, firstAfterMs);
  const timer = setInterval(begin, everyMs);
  return {
    async stop() {
      stopped = true;
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
}

/** One pass. @param isOver asked between two channels */
export async function lookAfterChannels(
  platform: Platform,
  providers: ProviderAccess,
  isOver: () => boolean,
): Promise<void> {
  const system = platform.db.system.statements('upkeep');
  for (const { client_id, id } of await listEndedRotations(system)) await forgetPrevious(platform, client_id, id);
  for (const { client_id, channel_id } of await takeDueLooks(system, atOnce)) {
    if (isOver()) return;
    const [row] = await platform.db.withTenant(client_id, (tx) => findChannels(tx, client_id, [channel_id]));
    if (row !== undefined) await examine(platform, providers, row);
  }
}
