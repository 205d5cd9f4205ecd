import type { AssignTarget, StepOf } from '@parley/contract/types';
import { idFromKey } from '../../../platform/ids.ts';
import { botAuthor, changeThread, checkBotContent } from '../../messaging/public.ts';
import { addChanges } from '../../sync/public.ts';
import { isAssistantOn } from '../assistant-query.ts';
import type { StepContext } from '../facts/context.ts';
import { findNextMember } from '../facts/facts-query.ts';
import { stopRunsOfThread } from '../facts/run-repo.ts';
import { stopBot } from '../stop-repo.ts';
import { type BotContent, numberRequest } from './message-content.ts';
import type { StepResult } from './step-result.ts';
import { lockTurns, recordTurn } from './turn-repo.ts';

export function done(detail: Record<string, unknown>): StepResult['line'] {
  return { outcome: 'done', detail };
}

/** Sends in the conversation, once for each line of the trace. */
export function send(message: BotContent, context: StepContext): StepResult['line'] {
  const { tx, run, thread, sent, dry } = context;
  const { type, content, marketing, shown, category, replies = [], opens = null } = message;
  checkBotContent(type, content);
  if (dry) return { outcome: 'sent', detail: { ...shown, type, category, replies, opens } };
  const id = idFromKey(tx.clientId, 'automation', run.id, String(run.lines));
  sent.push({ id, threadId: thread.id, channelId: thread.channel_id, type, content, marketing });
  return { outcome: 'sent', detail: { ...shown, type }, messageId: id };
}

/** Asks for the number where it is not known; otherwise the run goes on. */
export function askNumber(step: StepOf<'ask_number'>, context: StepContext): StepResult['line'] {
  if (context.contact.phone_number !== null) return { outcome: 'number_known', detail: {} };
  return send(numberRequest(step, context), context);
}

export async function assign(to: AssignTarget, context: StepContext): Promise<StepResult['line']> {
  const { tx, thread } = context;
  if (to.kind === 'assistant') return giveToAssistant(context);
  const change = await assigneeOf(to, context);
  const changes = await changeThread(tx, thread.id, change, botAuthor);
  if (changes === null) return { outcome: 'assignee_missing', detail: {} };
  await addChanges(tx, changes);
  return { outcome: 'done', detail: { user_id: change.assigneeId ?? null, group_id: change.groupId ?? null } };
}

/** Its worker follows the activity, and answers the newest message of the customer if nobody did. */
async function giveToAssistant({ tx, thread }: StepContext): Promise<StepResult['line']> {
  if (!(await isAssistantOn(tx, thread.channel_id))) return { outcome: 'assignee_missing', detail: {} };
  const event = { kind: 'assistant' as const, detail: { on: true } };
  const change = { assigneeId: null, groupId: null };
  await addChanges(tx, (await changeThread(tx, thread.id, change, botAuthor, [event])) ?? []);
  return { outcome: 'done', detail: { assistant: true } };
}

async function assigneeOf(
  to: Exclude<AssignTarget, { kind: 'assistant' }>,
  { tx, run, thread, dry }: StepContext,
): Promise<{ assigneeId?: string | null; groupId?: string | null }> {
  switch (to.kind) {
    case 'nobody':
      return { assigneeId: null, groupId: null };
    case 'member':
      return { assigneeId: to.user_id };
    case 'group':
      return { assigneeId: null, groupId: to.group_id };
    case 'round_robin': {
      await lockTurns(tx, run.automation_id);
      const userId = await findNextMember(tx, run.automation_id, to.group_id, thread.channel_id);
      if (userId !== null && !dry) await recordTurn(tx, run.automation_id, userId);
      return { assigneeId: userId, groupId: to.group_id };
    }
  }
}

/** Assigns the conversation, and the bot is silent in it until it is done. */
export async function handOver(to: AssignTarget, context: StepContext): Promise<StepResult> {
  const { tx, thread, run } = context;
  const line = to.kind === 'nobody' ? done({}) : await assign(to, context);
  await stopBot(tx, thread.id, botAuthor);
  await stopRunsOfThread(tx, thread.id, 'handed_over', run.id);
  return { line, next: null, end: { state: 'FINISHED', reason: 'handed_over' } };
}
