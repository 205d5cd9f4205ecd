import { neededMarks } from '@parley/contract/intent-exam';
import type { Assistant, AssistantAssignee, InputOf } from '@parley/contract/types';
import type { Call, MemberActor } from '../../platform/auth/actor.ts';
import { auditChanges } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { countFirstMessages } from '../automations/public.ts';
import { requireRecent } from '../identity/public.ts';
import { visibilityOf } from '../team/public.ts';
import { findProviderProblem } from './ask.ts';
import { findMissingChannel } from './channel-query.ts';
import { listOwnThreads } from './conversation-query.ts';
import { countMarks } from './exam-repo.ts';
import { type AssistantRow, findAssistant, putAssistant, setReading } from './settings-repo.ts';

export async function presentAssistant(tx: TenantTx): Promise<Assistant> {
  const row = await findAssistant(tx);
  return { ...row, problems: await findProblems(tx, row) };
}

/** Members who see only what is assigned to them see none of its conversations. */
export async function presentAssignee(tx: TenantTx, actor: MemberActor): Promise<AssistantAssignee> {
  const { is_on, name, channel_ids } = await findAssistant(tx);
  const channels = is_on ? channel_ids : [];
  const { assigneeId, canSeeChannel } = visibilityOf(actor);
  const seen = assigneeId === null ? channels.filter(canSeeChannel) : [];
  return { name, channel_ids: channels, thread_ids: seen.length === 0 ? [] : await listOwnThreads(tx, seen) };
}

/** What is missing before it can answer. */
async function findProblems(tx: TenantTx, row: Pick<AssistantRow, 'channel_ids'>): Promise<string[]> {
  const problems = [await findProviderProblem(tx), await findExamProblem(tx)];
  if (row.channel_ids.length === 0) problems.push('Choose at least one channel.');
  return problems.filter((problem) => problem !== null);
}

async function findExamProblem(tx: TenantTx): Promise<string | null> {
  const exam = await countMarks(tx);
  const needed = exam?.needed ?? (await countFirstMessages(tx, neededMarks));
  if ((exam?.marks ?? 0) >= needed) return null;
  return needed === 1
    ? 'Try the assistant on past conversations and mark at least 1 answer first.'
    : `Try the assistant on past conversations and mark at least ${needed} answers first.`;
}

/**
 * Switching it on needs the provider, an agreement to what is sent, marks of its exam and a recent sign-in.
 * @throws AppError reauthentication_required, version_conflict, validation_failed naming the field
 */
export async function changeAssistant(
  tx: TenantTx,
  call: Call<MemberActor>,
  body: InputOf<'PUT /api/ai/assistant'>['body'],
): Promise<Assistant> {
  const before = await findAssistant(tx, true);
  if (before.version !== body.version) throw changedMeanwhile();
  const after = { ...body, channel_ids: [...new Set(body.channel_ids)] };
  if ((await findMissingChannel(tx, after.channel_ids)) !== null) {
    throw invalid('channel_ids', 'This channel was not found.');
  }
  if (after.is_on && !before.is_on) {
    requireRecent(call.actor);
    const [problem] = await findProblems(tx, after);
    if (problem !== undefined) throw invalid('is_on', problem);
  }
  if (after.is_on && after.channel_ids.length === 0) throw invalid('channel_ids', 'Choose at least one channel.');
  if (!(await putAssistant(tx, after, call.actor.author))) throw changedMeanwhile();
  await setReading(tx, after.is_on);
  const action =
    after.is_on === before.is_on
      ? 'ai.assistant_changed'
      : after.is_on
        ? 'ai.assistant_switched_on'
        : 'ai.assistant_switched_off';
  await auditChanges(tx, call, action, tx.clientId, auditedOf(before), auditedOf(after));
  return presentAssistant(tx);
}

function auditedOf({ version: _, channel_ids, ...row }: AssistantRow): Record<string, unknown> {
  return { ...row, channel_ids: [...channel_ids].sort() };
}

function changedMeanwhile(): AppError {
  return new AppError('version_conflict', { message: 'Someone else changed the AI assistant. Load it again.' });
}
