import type { HandoverReason } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { idFromKey } from '../../platform/ids.ts';
import { assignByRule } from '../ingest/public.ts';
import { assistantAuthor, changeThread, insertThreadEvents, sendAsBot } from '../messaging/public.ts';
import { addChanges } from '../sync/public.ts';
import type { Conversation } from './conversation-query.ts';
import { endMessage } from './message-repo.ts';
import type { AssistantRow } from './settings-repo.ts';

/**
 * People go on, as the account's rule says; the activity says why. The customer is told what the account wrote for it.
 * @param tx has locked the conversation
 */
export async function handOver(
  tx: TenantTx,
  messageId: string,
  { thread_id: threadId, channel_id: channelId }: Conversation,
  { handover_text: text }: AssistantRow,
  reason: HandoverReason,
): Promise<void> {
  await endMessage(tx, messageId, null);
  const event = { kind: 'assistant' as const, detail: { on: false, reason } };
  await addChanges(tx, await insertThreadEvents(tx, threadId, [event], assistantAuthor));
  if (text !== null) await tell(tx, { threadId, channelId, text, messageId });
  await assignByRule(tx, threadId);
}

/** What WhatsApp or an opt-out forbids is left out: the conversation is handed over all the same. */
async function tell(
  tx: TenantTx,
  { threadId, channelId, text, messageId }: Record<'threadId' | 'channelId' | 'text' | 'messageId', string>,
): Promise<void> {
  try {
    await sendAsBot(tx, {
      id: idFromKey(tx.clientId, 'assistant handover', messageId),
      ...{ threadId, channelId, type: 'text', content: { body: text }, marketing: false, author: assistantAuthor },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** The assistant answers a conversation that the rule may have given to a member: it is nobody's, and its activity says so. */
export async function takeOn(tx: TenantTx, { thread_id: threadId, assistant_on: on }: Conversation): Promise<void> {
  if (on === true) return;
  const event = { kind: 'assistant' as const, detail: { on: true } };
  const change = { assigneeId: null };
  await addChanges(tx, (await changeThread(tx, threadId, change, assistantAuthor, [event])) ?? []);
}
