import type { IncomingPreview } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { idFromKey } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type ActionResult, runActions } from './actions.ts';
import { acceptCall, insertCall, lockCall, recordFailedCall } from './call-repo.ts';
import { findIncoming, type IncomingRow } from './incoming-repo.ts';

export type Taken = {
  id: string;
  /** The same call was accepted before: it had no second effect. */
  repeated: boolean;
  contact_id: string | null;
  message_id: string | null;
};

/**
 * Processes a call once for each id of the sender. The row of the call and all its effects are one transaction: after a
 * crash both are there or neither is, and the sender, who got no answer, tries again.
 * @throws AppError what is wrong; the call is in the log then, and had no effect
 */
export async function takeCall(
  platform: Platform,
  { client_id: clientId, id: webhookId }: Pick<IncomingRow, 'client_id' | 'id'>,
  { callId, body }: { callId: string; body: string },
): Promise<Taken> {
  const began = performance.now();
  const durationMs = () => Math.round(performance.now() - began);
  const call = { id: idFromKey(clientId, 'incoming call', webhookId, callId), webhookId, callId, body };
  try {
    const { taken, channelId } = await platform.db.withTenant(clientId, async (tx) => {
      const isNew = await insertCall(tx, call);
      const known = isNew ? null : await lockCall(tx, call.id);
      if (known?.state === 'accepted') {
        const { contact_id, message_id } = known;
        return { taken: { id: call.id, repeated: true, contact_id, message_id }, channelId: null };
      }
      const webhook = await requireActive(tx, webhookId);
      const { contact, message } = await runActions(tx, webhook, parseBody(body), call.id);
      const [contactId, messageId] = [contact.id, message?.id ?? null];
      await acceptCall(tx, call.id, { body, contactId, messageId, durationMs: durationMs() }, !isNew);
      const taken: Taken = { id: call.id, repeated: false, contact_id: contactId, message_id: messageId };
      return { taken, channelId: webhook.message?.channel_id ?? null };
    });
    if (!taken.repeated) platform.notifier.notify('changes_new', clientId);
    if (channelId !== null) platform.notifier.notify('triggers', `${clientId}/${channelId}`);
    return taken;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const failure = { status: error.status, error: error.message, field: error.data[0]?.field ?? null };
    await platform.db.withTenant(clientId, async (tx) => {
      // Removed meanwhile: there is no log any more.
      if ((await findIncoming(tx, webhookId)) === null) return;
      await recordFailedCall(tx, call, { ...failure, durationMs: durationMs() });
    });
    throw error;
  }
}

async function requireActive(tx: TenantTx, id: string): Promise<IncomingRow> {
  const webhook = await findIncoming(tx, id);
  if (webhook === null) throw new AppError('not_found', { message: 'This incoming webhook was not found.' });
  if (webhook.state === 'active') return webhook;
  throw new AppError('unavailable', {
    message: 'This incoming webhook is paused. The call is in its log and can be replayed there.',
    retryAfterS: 3_600,
  });
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad_request', { message: 'The body is not JSON.' });
  }
}

/** Carries the result out of the transaction, which is rolled back. */
class RolledBack extends Error {
  readonly result: ActionResult;
  constructor(result: ActionResult) {
    super('a test keeps nothing');
    this.result = result;
  }
}

/** What a call would do, with the real actions in a transaction that is rolled back. @throws AppError as takeCall */
export async function previewCall(
  platform: Platform,
  clientId: string,
  webhook: IncomingRow,
  body: unknown,
): Promise<IncomingPreview> {
  try {
    await platform.db.withTenant(clientId, async (tx) => {
      throw new RolledBack(await runActions(tx, webhook, body, webhook.id));
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
    const { contact, customFields, message } = error.result;
    const { id, created, name, phone_number } = contact;
    return {
      contact: { id: created ? null : id, name, phone_number },
      custom_fields: customFields,
      message: message?.text ?? null,
    };
  }
  throw new Error('a test was committed');
}
