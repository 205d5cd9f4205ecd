import { type OptOutAnswers, optOutAnswer } from '@parley/contract/opt-out-answers';
import type { OptOutRequest } from '@parley/contract/opt-out-words';
import type { TenantTx, Transaction } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { idFromKey } from '../../../platform/ids.ts';
import { sendAsBot } from '../../messaging/public.ts';
import type { NormalizedMessage } from '../normalize/normalized-events.ts';
import type { MessageThread } from './message-thread-query.ts';

/** A channel with a confirmation in its queue. */
export type Answered = { clientId: string; channelId: string };

/**
 * Confirms an opt-out or opt-in in the conversation, once for the message that asked for it.
 * @returns null when nothing can be sent there: its reply window has closed, or the customer is blocked
 */
export async function answerOptOut(
  tx: Transaction,
  { clientId, channelId }: NormalizedMessage['channel'],
  { message_id, thread_id }: MessageThread,
  answers: OptOutAnswers,
  { asked, words }: OptOutRequest,
): Promise<Answered | null> {
  const account: TenantTx = { ...tx, clientId };
  try {
    await sendAsBot(account, {
      id: idFromKey(clientId, 'opt-out answer', message_id),
      threadId: thread_id,
      channelId,
      type: 'text',
      content: { body: optOutAnswer(answers, words, asked) },
      marketing: false,
    });
    return { clientId, channelId };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
