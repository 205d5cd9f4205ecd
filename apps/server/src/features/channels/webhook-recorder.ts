import type { Platform } from '../../platform/platform.ts';
import { recordWebhooks } from './health-repo.ts';

const everyMs = 3_000;

/**
 * Records when each channel's webhook last received something. The first of a while is recorded at once, because a
 * member may be waiting for it in the doctor; later ones share one statement every few seconds.
 */
export type WebhookRecorder = {
  stored(rows: ReadonlyArray<{ clientId: string; channelId: string; receivedAt: Date }>): void;
  close(): Promise<void>;
};

export function createWebhookRecorder(platform: Platform): WebhookRecorder {
  const system = platform.db.system.statements('channels');
  let seen = new Map<string, { clientId: string; channelId: string; at: Date }>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function write(): void {
    timer = seen.size === 0 ? undefined : setTimeout(write, everyMs);
    if (timer === undefined) return;
    const entries = [...seen.values()];
    seen = new Map();
    writing = writing
      .then(() => recordWebhooks(system, entries))
      // The next delivery brings a newer time.
      .catch((error: unknown) => platform.log.warn({ err: error }, 'the time of the last webhooks was not noted'));
  }

  return {
    stored(rows) {
      for (const { clientId, channelId, receivedAt } of rows) {
        seen.set(channelId, { clientId, channelId, at: receivedAt });
      }
      if (timer === undefined) write();
    },
    async close() {
      clearTimeout(timer);
      write();
      clearTimeout(timer);
      await writing;
    },
  };
}
