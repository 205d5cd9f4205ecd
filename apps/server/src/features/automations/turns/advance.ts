import type { FlowStep } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, isDatabaseUnavailable } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type BotMessage, sendAllAsBot } from '../../messaging/public.ts';
import { findConversations, findIncomingTexts } from '../facts/context.ts';
import { pauseAutomation } from '../facts/run-repo.ts';
import { markAutomation } from '../start/contact-events-repo.ts';
import { executeStep } from '../steps/execute-step.ts';
import type { StepResult } from '../steps/step-result.ts';
import { SlowWords, slowWords } from '../words/compare.ts';
import { isCalling } from './call.ts';
import { type LockedRun, lockDueRun, lockDueRuns } from './due-runs-query.ts';
import { findObstacles, kindOf, Progress } from './progress.ts';

/** More steps without a pause than any flow needs. */
const mostInRow = 100;
const mostTries = 3;

/** Opt-outs and blocked sends are no fault of the automation. */
const expected = new Set(['contact_blocked', 'suppressed']);

/** Steps that change nothing but their run, or send. An answered question may write to its contact. */
const together = new Set<FlowStep['kind']>([
  ...(['ask', 'ask_number', 'branch', 'go_to', 'send_buttons', 'send_list', 'send_media'] as const),
  ...(['send_template', 'send_text', 'stop', 'wait'] as const),
]);

/** `next`: runs whose next step is due at once. `apart`: runs that are to be taken one by one. */
type Taken = { next: string[]; apart: string[]; channels: Set<string>; calls: boolean };

/**
 * Takes the due steps of runs, those of different conversations together: each wholly, once, or not at all.
 * @returns whether one is to call an address, Meta or the AI provider, which happens outside of transactions
 */
export async function advanceRuns(platform: Platform, clientId: string, runIds: readonly string[]): Promise<boolean> {
  let calls = false;
  const groups = [runIds];
  for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
    const taken = await takeSteps(platform, clientId, group);
    calls ||= taken.calls;
    groups.push(...taken.apart.map((id) => [id]));
    if (taken.next.length > 0) groups.push(taken.next);
  }
  return calls;
}

async function takeSteps(platform: Platform, clientId: string, runIds: readonly string[]): Promise<Taken> {
  try {
    const taken = await platform.db.withTenant(clientId, (tx) => takeNextSteps(tx, runIds));
    platform.notifier.notify('changes_new', clientId);
    for (const channelId of taken.channels) platform.notifier.notify('triggers', `${clientId}/${channelId}`);
    return taken;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    const nothing = { next: [], channels: new Set<string>(), calls: false };
    // Which of them it was is found by taking them one by one.
    if (runIds.length > 1) return { ...nothing, apart: [...runIds] };
    for (const runId of runIds) {
      if (!(error instanceof AppError || error instanceof SlowWords))
        platform.log.warn({ err: error, run: runId }, 'automations: a step failed');
      await platform.db.withTenant(clientId, (tx) => recordFailure(tx, runId, error));
    }
    return { ...nothing, apart: [] };
  }
}

async function takeNextSteps(tx: TenantTx, runIds: readonly string[]): Promise<Taken> {
  const alone = runIds.length === 1;
  const runs = (await lockDueRuns(tx, runIds)).filter(({ state }) => state !== 'CALLING');
  const taken: Taken = { next: [], apart: [], channels: new Set(), calls: false };
  if (runs.length === 0) return taken;
  const [conversations, incoming] = await Promise.all([
    findConversations(
      tx,
      runs.map((run) => run.thread_id),
    ),
    findIncomingTexts(
      tx,
      runs.map((run) => run.message_id),
    ),
  ]);
  const obstacles = await findObstacles(tx, runs, conversations);
  const progress = new Progress();
  const done: Array<{ run: LockedRun; step: FlowStep; result: StepResult; sentAt: number | null }> = [];
  const sent: BotMessage[] = [];
  const inThreads = new Set<string>();
  for (const run of runs) {
    const conversation = conversations.get(run.thread_id);
    const obstacle = obstacles.get(run.id);
    if (conversation === undefined || obstacle !== undefined) {
      progress.end(run, 'STOPPED', obstacle ?? null);
      continue;
    }
    const { flow } = run;
    const threadId = conversation.thread.id;
    const step = flow.steps.find(({ id }) => id === run.step_id);
    const goesAlong = step === undefined || (together.has(step.kind) && !run.answered && run.steps_in_row < mostInRow);
    const isFirst = !inThreads.has(threadId);
    inThreads.add(threadId);
    // The second one of a conversation reads what the first one writes.
    if (!alone && !(goesAlong && isFirst)) {
      taken.apart.push(run.id);
      continue;
    }
    run.thread_id = threadId;
    if (step === undefined) {
      progress.end(run, 'FINISHED', null);
    } else if (run.steps_in_row >= mostInRow) {
      progress.fail(run, 'loop', `This flow took ${mostInRow} steps without waiting.`);
    } else if (isCalling(step)) {
      run.state = 'CALLING';
      progress.goOn(run, run.now);
      taken.calls = true;
    } else {
      if (alone && (flow.trigger.kind === 'field_changed' || flow.trigger.kind === 'list_joined'))
        await markAutomation(tx, run.automation_id);
      const at = sent.length;
      const context = { tx, run, flow, ...conversation, incoming: incoming.get(run.message_id) ?? null, sent };
      const result = await executeStep(step, { ...context, dry: false });
      done.push({ run, step, result, sentAt: sent.length > at ? at : null });
    }
  }
  const refusals = await sendAllAsBot(tx, sent);
  for (const { run, step, result, sentAt } of done) {
    const refusal = sentAt === null ? null : refusals[sentAt];
    if (refusal instanceof AppError) {
      if (alone) throw refusal;
      taken.apart.push(run.id);
      continue;
    }
    progress.addLine(run, { stepId: step.id, kind: step.kind, ...result.line });
    if (progress.take(run, result)) taken.next.push(run.id);
  }
  for (const { channelId } of sent) taken.channels.add(channelId);
  await progress.write(tx);
  return taken;
}

/** The step's transaction is rolled back: what failed is written down, or tried again a little later. */
export async function recordFailure(tx: TenantTx, runId: string, error: unknown): Promise<void> {
  const run = await lockDueRun(tx, runId);
  if (run === null) return;
  const progress = new Progress();
  if (error instanceof SlowWords) {
    progress.fail(run, slowWords.code, slowWords.msg);
  } else if (!(error instanceof AppError)) {
    run.tries += 1;
    if (run.tries < mostTries) progress.goOn(run, new Date(run.now.getTime() + 2 ** run.tries * 1_000));
    else progress.fail(run, 'internal', 'There was a problem taking this step.');
  } else {
    const { code } = error;
    const msg = error.data[0]?.msg ?? error.message;
    if (expected.has(code)) {
      progress.addLine(run, { stepId: run.step_id, kind: kindOf(run), outcome: 'refused', detail: { code, msg } });
      progress.end(run, 'STOPPED', code);
    } else progress.fail(run, code, msg);
  }
  await progress.write(tx);
  if (error instanceof SlowWords) await pauseAutomation(tx, run.automation_id, slowWords.code);
}
