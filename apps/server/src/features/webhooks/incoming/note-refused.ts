import { createCallRates } from '../../../platform/http/rate-limits.ts';
import { idFromKey } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordFailedCall } from './call-repo.ts';
import { findIncoming, type IncomingRow } from './incoming-repo.ts';

/** Refused calls of one kind are one line in the log for so long, with their number. */
const lineMs = 15 * 60_000;
const notesPerSecond = 1;

/**
 * Writes calls with a wrong signature or secret into the log of their webhook, without their bodies, which anyone can
 * send. Of a flood only some are counted.
 */
export function createRefusedCallLog(platform: Platform) {
  const rates = createCallRates();
  return async ({ client_id: clientId, id: webhookId }: IncomingRow, error: string): Promise<void> => {
    if (rates.wait(webhookId, notesPerSecond) > 0) return;
    const line = Math.floor(Date.now() / lineMs);
    const id = idFromKey(clientId, 'refused call', webhookId, error, String(line));
    await platform.db
      .withTenant(clientId, async (tx) => {
        // Removed meanwhile: there is no log any more.
        if ((await findIncoming(tx, webhookId)) === null) return;
        const call = { id, webhookId, callId: `refused-${line}`, body: null };
        await recordFailedCall(tx, call, { status: 401, error, field: null, durationMs: 0 });
      })
      .catch((failure: unknown) =>
        platform.log.warn({ err: failure, webhook: webhookId }, 'a refused call was not noted'),
      );
  };
}
