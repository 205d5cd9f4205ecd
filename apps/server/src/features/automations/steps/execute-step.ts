import { isAwayArm } from '@parley/contract/away-message';
import { closedSince } from '@parley/contract/opening';
import type { FlowStep, StepOf } from '@parley/contract/types';
import { idFromKey } from '../../../platform/ids.ts';
import { changeContactLists, setContactField, setKeywordOptOut } from '../../contacts/public.ts';
import { addNote, labelThread, moveToStage } from '../../inbox/public.ts';
import { botAuthor, changeThread } from '../../messaging/public.ts';
import { addChanges } from '../../sync/public.ts';
import { areConditionsMet } from '../facts/conditions.ts';
import { factsOf, type StepContext } from '../facts/context.ts';
import { hasTakenArm } from '../facts/run-repo.ts';
import { executeAsk } from './ask.ts';
import { rehearseIntent } from './ask-intent.ts';
import { rehearseCall } from './call-request.ts';
import { rehearseConversion } from './conversion.ts';
import { askNumber, assign, done, handOver, send } from './effects.ts';
import { contentOf, filled } from './message-content.ts';
import type { StepResult } from './step-result.ts';

export async function executeStep(step: FlowStep, context: StepContext): Promise<StepResult> {
  const { tx, thread, contact, run, dry } = context;
  switch (step.kind) {
    case 'send_text':
    case 'send_buttons':
    case 'send_list':
    case 'send_template':
    case 'send_media':
      return { line: send(await contentOf(step, context), context), next: step.next };
    case 'call_url':
      if (!dry) throw new Error('an address is called outside of transactions');
      return rehearseCall(step, context);
    case 'conversion':
      if (!dry) throw new Error('Meta is called outside of transactions');
      return rehearseConversion(step, context);
    case 'intent':
      if (!dry) throw new Error('the AI provider is asked outside of transactions');
      return rehearseIntent(step);
    case 'ask_number':
      return { line: askNumber(step, context), next: step.next };
    case 'ask':
      return executeAsk(step, context);
    case 'branch':
      return takeBranch(step, context);
    case 'wait': {
      const { minutes } = step;
      return {
        line: { outcome: 'waiting', detail: { minutes } },
        next: step.next,
        pause: { state: 'WAITING', minutes },
      };
    }
    case 'go_to':
      return { line: { outcome: 'jumped', detail: {} }, next: step.step };
    case 'assign':
      return { line: await assign(step.to, context), next: step.next };
    case 'label':
      await labelThread(tx, thread.id, step, botAuthor);
      return { line: done({ add: step.add, remove: step.remove }), next: step.next };
    case 'stage':
      await moveToStage(tx, thread.id, step.stage_id, botAuthor);
      return { line: done({ stage_id: step.stage_id }), next: step.next };
    case 'list':
      await changeContactLists(tx, contact.id, step, botAuthor);
      return { line: done({ add: step.add, remove: step.remove }), next: step.next };
    case 'field': {
      const value = filled(step.value, context);
      await setContactField(tx, contact.id, { name: step.name, value }, botAuthor);
      return { line: done({ name: step.name, value }), next: step.next };
    }
    case 'opt_out': {
      const change = { active: step.active, detail: context.incoming?.text.slice(0, 200) ?? '', at: new Date() };
      await setKeywordOptOut(tx, contact.id, change, botAuthor);
      return { line: done({ active: step.active }), next: step.next };
    }
    case 'note': {
      const body = filled(step.text, context);
      const id = idFromKey(tx.clientId, 'automation note', run.id, String(run.lines));
      await addNote(tx, { id, threadId: thread.id, body }, botAuthor);
      return { line: done({ text: body }), next: step.next };
    }
    case 'done':
      await addChanges(tx, (await changeThread(tx, thread.id, { state: 'DONE' }, botAuthor)) ?? []);
      return { line: done({}), next: step.next };
    case 'hand_over':
      return handOver(step.to, context);
    case 'stop':
      return { line: done({}), next: null, end: { state: 'FINISHED', reason: null } };
  }
}

async function takeBranch(step: StepOf<'branch'>, context: StepContext): Promise<StepResult> {
  const { run, flow, incoming } = context;
  const facts = factsOf(context, run, incoming, {
    ...{ clientId: context.tx.clientId, purpose: context.dry ? 'trial' : 'live' },
  });
  const seed = `${run.automation_id}:${step.id}`;
  let at = -1;
  for (const [index, { conditions }] of step.arms.entries()) {
    if (!(await areConditionsMet(conditions, facts, `${seed}:${index}`))) continue;
    at = index;
    break;
  }
  const arm = step.arms[at];
  const line = { outcome: 'took', detail: { arm: arm?.name ?? null, at } };
  const next = arm === undefined ? step.otherwise : arm.next;
  if (isAwayArm(flow, step, at) && (await wasTold(step.id, at, context))) {
    return { line, next: null, end: { state: 'FINISHED', reason: 'told_while_closed' } };
  }
  return { line, next };
}

/** Whether an earlier run said in this conversation, since it has been closed, that nobody is there. */
async function wasTold(stepId: string, at: number, { tx, run, thread, channel }: StepContext): Promise<boolean> {
  const now = channel.now.getTime();
  const since = channel.working_hours === null ? null : closedSince(channel.working_hours, now);
  return since !== null && hasTakenArm(tx, { threadId: thread.id, run, stepId, at, withinMs: now - since });
}
