import type { ThreadAssistant } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { mayAutomationAnswer } from '../automations/public.ts';
import {
  changeThread,
  getVisibleMessage,
  getVisibleThread,
  lockSending,
  lockVisibleThread,
  type ThreadRow,
} from '../messaging/public.ts';
import { addChanges } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { findConversationOf, findNewestIncoming } from './conversation-query.ts';
import { listAnswers, putWaiting, rateAnswer } from './message-repo.ts';
import { findAssistant } from './settings-repo.ts';
import { whoseIs } from './whose.ts';

/** @throws AppError not_found */
export async function presentThreadAssistant(
  tx: TenantTx,
  actor: MemberActor,
  threadId: string,
): Promise<ThreadAssistant> {
  return present(tx, await getVisibleThread(tx, threadId, visibilityOf(actor)));
}

async function present(tx: TenantTx, thread: ThreadRow): Promise<ThreadAssistant> {
  const settings = await findAssistant(tx);
  const available = settings.is_on && settings.channel_ids.includes(thread.channel_id) && thread.group_id === null;
  const newest = available ? await findNewestIncoming(tx, thread.id) : null;
  const conversation = newest === null ? null : await findConversationOf(tx, newest);
  // The next message will be the newest one, and opens the reply window.
  const next = conversation !== null && { ...conversation, is_newest: true, window_open: true };
  const answersNext = next !== false && (await whoseIs(tx, next, settings)) !== 'people';
  return {
    available: available && conversation !== null,
    name: settings.name,
    answers_next: answersNext,
    automation_first: answersNext && (await mayAutomationAnswer(tx, thread.id)),
    answers: await listAnswers(tx, thread.id),
  };
}

/**
 * A member gives a conversation to the assistant, which answers the customer's newest message if nobody did.
 * @throws AppError not_found, validation_failed when it does not answer on this channel
 */
export async function giveThread(tx: TenantTx, actor: MemberActor, threadId: string): Promise<ThreadAssistant> {
  const thread = await lockVisibleThread(tx, threadId, visibilityOf(actor));
  await lockSending(tx, thread.id);
  if (!(await present(tx, thread)).available) {
    throw new AppError('validation_failed', { message: 'The AI assistant doesn’t answer on this channel.' });
  }
  const event = { kind: 'assistant' as const, detail: { on: true } };
  const change = { assigneeId: null, groupId: null };
  await addChanges(tx, (await changeThread(tx, thread.id, change, actor.author, [event])) ?? []);
  const newest = await findNewestIncoming(tx, thread.id);
  if (newest !== null) await putWaiting(tx, newest);
  return present(tx, thread);
}

/** @param assigneeId who goes on instead of the assistant; null: nobody yet @throws AppError not_found */
export async function takeThread(
  tx: TenantTx,
  actor: MemberActor,
  threadId: string,
  assigneeId: string | null,
): Promise<ThreadAssistant> {
  const thread = await lockVisibleThread(tx, threadId, visibilityOf(actor));
  await lockSending(tx, thread.id);
  const event = { kind: 'assistant' as const, detail: { on: false, reason: 'member' } };
  await addChanges(tx, (await changeThread(tx, thread.id, { assigneeId }, actor.author, [event])) ?? []);
  return present(tx, thread);
}

/** @throws AppError not_found also for what the assistant did not write */
export async function rateMessage(
  tx: TenantTx,
  actor: MemberActor,
  messageId: string,
  rating: 'good' | 'bad' | null,
): Promise<ThreadAssistant> {
  const view = visibilityOf(actor);
  const message = await getVisibleMessage(tx, messageId, view);
  if (!(await rateAnswer(tx, message.id, rating))) {
    throw new AppError('not_found', { message: 'The AI assistant didn’t write this message.' });
  }
  return present(tx, await getVisibleThread(tx, message.thread_id, view));
}
