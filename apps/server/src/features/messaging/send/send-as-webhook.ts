import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { hashRequest } from '../../../platform/http/idempotency.ts';
import { idFromKey, newId } from '../../../platform/ids.ts';
import { findContacts } from '../../contacts/public.ts';
import { addChanges } from '../../sync/public.ts';
import { ensureThreads, threadKey } from '../threads/ensure-threads-repo.ts';
import { refusalOfVerdict, sandboxContact } from './acceptance.ts';
import { findSendChannel } from './channel-query.ts';
import { addMessages } from './send-repo.ts';

/** The author of what incoming webhooks write. */
export const webhookAuthor = 'webhook';

export type WebhookMessage = {
  /** The same id again is the same message. */
  id: string;
  channelId: string;
  contactId: string;
  /** E.164 digits. */
  phone: string;
  type: 'text' | 'template';
  content: Record<string, unknown>;
  marketing: boolean;
};

/**
 * Sends a message of an incoming webhook in its transaction, once for each id. The caller notifies the dispatcher.
 * @throws AppError window_closed, suppressed, validation_failed
 */
export async function sendAsWebhook(tx: TenantTx, message: WebhookMessage): Promise<void> {
  const { id, channelId, contactId, phone, type, content, marketing } = message;
  const channel = await findSendChannel(tx, channelId);
  if (channel === null) throw invalid('message.channel_id', 'This channel was not found.');
  const [contact] = await findContacts(tx, [contactId]);
  if (contact?.sandbox === true && !channel.sandbox) throw invalid('message.channel_id', sandboxContact);
  const wanted = { clientId: tx.clientId, channelId, contactId, toPhone: phone, toUserId: null };
  const { threadIds, made } = await ensureThreads(tx, [wanted], newId);
  const threadId = threadIds.get(threadKey(wanted));
  if (threadId === undefined) throw new Error('a thread could not be made');
  if (made.has(threadId)) await addChanges(tx, [{ collection: 'threads', id: threadId, marker: 'NEW', version: 1 }]);
  const [result] = await addMessages(tx, [
    {
      ...{ id, threadId, channelId, type, content, marketing },
      triggerId: idFromKey(tx.clientId, 'webhook trigger', id),
      source: 'API',
      medium: 'WEBHOOK',
      contextMessageId: null,
      confirmSeen: null,
      requestHash: hashRequest([threadId, channelId, type, content]).toString('hex'),
      createdBy: webhookAuthor,
      metaType: 'api',
      priority: 0,
    },
  ]);
  if (result === undefined) throw new Error('a send came back without a result');
  const { verdict } = result;
  if (verdict === 'window_closed') {
    const msg = 'The 24-hour window is closed. Send a template to reopen it.';
    throw new AppError('window_closed', { data: [{ field: 'message', msg }] });
  }
  if (verdict !== 'ok' && verdict !== 'exists') throw refusalOfVerdict({ ...result, verdict });
}
