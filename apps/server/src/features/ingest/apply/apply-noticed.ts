import type { Executor } from '../../../platform/db/sql.ts';
import { noteEvent } from '../../messaging/public.ts';
import type { NewChange } from '../../sync/public.ts';
import type { Noticed, Refusal } from '../normalize/normalized-events.ts';

/**
 * Notes on messages what WhatsApp noticed in them; the same again changes nothing.
 * @returns changes, and refusals of events of messages that are not stored
 */
export async function applyNoticed(
  tx: Executor,
  events: readonly Noticed[],
): Promise<{ changes: NewChange[]; refusals: Refusal[] }> {
  const changes: NewChange[] = [];
  const refusals: Refusal[] = [];
  for (const { channel, providerMessageId, noticed, ifUnknown } of events) {
    const { clientId, channelId } = channel;
    const row = await noteEvent(tx, { clientId, channelId, providerId: providerMessageId }, noticed);
    if (row === null) refusals.push(ifUnknown);
    else if (row.version !== null) {
      changes.push({ clientId, collection: 'messages', id: row.id, marker: 'MODIFIED', version: row.version });
    }
  }
  return { changes, refusals };
}
