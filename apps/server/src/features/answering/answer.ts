import { isSureEnough } from '@parley/contract/intent-exam';
import type { HandoverReason } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { whenAvailable } from '../../platform/db/when-available.ts';
import { AppError } from '../../platform/errors.ts';
import { idFromKey } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { listRecentMessages, wordsOf } from '../ai/public.ts';
import { assistantAuthor, findThreads, lockSending, sendAsBot } from '../messaging/public.ts';
import { type AssistantAnswer, askAssistant, type Question, reserveQuestion } from './ask.ts';
import { type Conversation, findConversationOf } from './conversation-query.ts';
import { handOver, takeOn } from './hand-over.ts';
import { endMessage, leaveToPeople, lockAsked, lockDue, lookLater } from './message-repo.ts';
import { type AssistantRow, findAssistant } from './settings-repo.ts';
import { whoseIs } from './whose.ts';

const automationMs = 2_000;
/** A provider has 30 seconds. */
const leaseMs = 60_000;
/** Of a conversation; the request takes what fits. */
const messagesRead = 30;
const withWords = new Set(['text', 'button', 'interactive']);

/** `asking`: null when there is nothing to ask. */
type Claim = { channelId: string | null; asking: { question: Question; until: Date } | null };
const nothing: Claim = { channelId: null, asking: null };

/**
 * Answers a message of a customer at most once, or hands its conversation over. The claim is committed before the
 * provider is asked and the answer after, together with the message that it sends; no transaction is open meanwhile.
 */
export async function answerMessage(
  platform: Platform,
  clientId: string,
  messageId: string,
  signal: AbortSignal,
): Promise<void> {
  const { withTenant } = platform.db;
  const { asking, channelId: writtenIn } = await withTenant(clientId, (tx) => claim(tx, messageId));
  wake(platform, clientId, writtenIn);
  if (asking === null) return;
  const answer = await askAssistant(platform, asking.question, signal);
  const write = () => withTenant(clientId, (tx) => settle(tx, messageId, asking.until, answer));
  wake(platform, clientId, await whenAvailable(write, leaseMs, signal));
}

function wake({ notifier }: Platform, clientId: string, channelId: string | null): void {
  notifier.notify('changes_new', clientId);
  if (channelId !== null) notifier.notify('triggers', `${clientId}/${channelId}`);
}

/** @returns what to ask, and the channel in which something was written */
async function claim(tx: TenantTx, messageId: string): Promise<Claim> {
  const at = await findPlace(tx, messageId);
  const due = await lockDue(tx, messageId);
  if (due === null) return nothing;
  if (at === null || (at === 'later' && due.old)) {
    await leaveToPeople(tx, messageId);
    return nothing;
  }
  if (at === 'later') {
    await lookLater(tx, messageId, 'waiting', automationMs);
    return nothing;
  }
  const { conversation, settings } = at;
  const { channel_id: channelId, thread_id: threadId } = conversation;
  const late = due.state === 'asking' ? 'interrupted' : due.old ? 'too_late' : null;
  const reason = obstacleOf(conversation, settings) ?? late;
  if (reason !== null) {
    await handOver(tx, messageId, conversation, settings, reason);
    return { channelId, asking: null };
  }
  const [thread] = await findThreads(tx, [threadId]);
  const question = await reserveQuestion(tx, {
    rows: await listRecentMessages(tx, threadId, messagesRead),
    contactName: thread?.contact_name ?? null,
  });
  if ('reason' in question) {
    await handOver(tx, messageId, conversation, settings, question.reason);
    return { channelId, asking: null };
  }
  return { channelId: null, asking: { question, until: await lookLater(tx, messageId, 'asking', leaseMs) } };
}

/**
 * Locks the conversation, so that until commit nobody writes in it and nobody is assigned. Before the row of the message,
 * as members do who give it to the assistant.
 * @returns null when it is for people
 */
async function findPlace(
  tx: TenantTx,
  messageId: string,
): Promise<{ conversation: Conversation; settings: AssistantRow } | 'later' | null> {
  const seen = await findConversationOf(tx, messageId);
  if (seen === null) return null;
  await lockSending(tx, seen.thread_id);
  const conversation = await findConversationOf(tx, messageId);
  const settings = await findAssistant(tx);
  const whose = conversation === null ? 'people' : await whoseIs(tx, conversation, settings);
  if (conversation === null || whose === 'people') return null;
  return whose === 'later' ? 'later' : { conversation, settings };
}

function obstacleOf({ type, content, answers }: Conversation, settings: AssistantRow): HandoverReason | null {
  if (!withWords.has(type) || wordsOf({ type: type as 'text', content }) === '') return 'not_text';
  return answers >= settings.most_answers ? 'answers_used_up' : null;
}

/** @returns the channel in which something was written */
async function settle(tx: TenantTx, messageId: string, until: Date, answer: AssistantAnswer): Promise<string | null> {
  const at = await findPlace(tx, messageId);
  if (!(await lockAsked(tx, messageId, until))) return null;
  if (at === null || at === 'later') {
    await leaveToPeople(tx, messageId);
    return null;
  }
  const { conversation, settings } = at;
  const { thread_id: threadId, channel_id: channelId } = conversation;
  const reason = reasonOf(answer, settings);
  if (answer.kind !== 'answer' || reason !== null) {
    await handOver(tx, messageId, conversation, settings, reason ?? 'unsure');
    return channelId;
  }
  const replyId = idFromKey(tx.clientId, 'assistant reply', messageId);
  const { reply: body, source, confidence } = answer;
  try {
    await sendAsBot(tx, {
      ...{ id: replyId, threadId, channelId, type: 'text', content: { body }, marketing: false },
      author: assistantAuthor,
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await handOver(tx, messageId, conversation, { ...settings, handover_text: null }, 'not_sent');
    return channelId;
  }
  await takeOn(tx, conversation);
  await endMessage(tx, messageId, { replyId, source, confidence: confidence ?? 0 });
  return channelId;
}

/** Why the answer is not sent; null: it is. */
function reasonOf(answer: AssistantAnswer, { min_confidence }: AssistantRow): HandoverReason | null {
  if (answer.kind === 'failed') return answer.reason;
  if (answer.kind === 'none') return answer.person ? 'asked_for_person' : 'unsure';
  return isSureEnough({ intent: 1, confidence: answer.confidence }, min_confidence) ? null : 'unsure';
}
