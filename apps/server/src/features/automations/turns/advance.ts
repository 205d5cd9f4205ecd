import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, isDatabaseUnavailable } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findConversation, findIncomingText } from '../facts/context.ts';
import { pauseAutomation, updateRun } from '../facts/run-repo.ts';
import { markAutomation } from '../start/contact-events-repo.ts';
import { executeStep } from '../steps/execute-step.ts';
import { SlowWords, slowWords } from '../words/compare.ts';
import { isCalling } from './call.ts';
import { lockDueRun } from './due-runs-query.ts';
import { applyResult, endRun, failRun, findObstacle, kindOf, writeLine } from './progress.ts';

/** More steps without a pause than any flow needs. */
const mostInRow = 100;
const mostTries = 3;

/** Opt-outs and blocked sends are no fault of the automation. */
const expected = new Set(['contact_blocked', 'suppressed']);

type Taken = { more: boolean; sentOn: string | null; calls?: boolean };

/**
 * Takes the steps of a run that are due, each in a transaction of its own: done wholly, once, or not at all.
 * @returns whether it is to call an address, Meta or the AI provider, which happens outside of transactions
 */
export async function advanceRun(platform: Platform, clientId: string, runId: string): Promise<boolean> {
  for (let more = true; more; ) {
    try {
      const taken = await platform.db.withTenant(clientId, (tx) => runNextStep(tx, runId));
      if (taken.calls === true) return true;
      more = taken.more;
      platform.notifier.notify('changes_new', clientId);
      if (taken.sentOn !== null) platform.notifier.notify('triggers', `${clientId}/${taken.sentOn}`);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      if (!(error instanceof AppError || error instanceof SlowWords))
        platform.log.warn({ err: error, run: runId }, 'automations: a step failed');
      await platform.db.withTenant(clientId, (tx) => recordFailure(tx, runId, error));
      return false;
    }
  }
  return false;
}

async function runNextStep(tx: TenantTx, runId: string): Promise<Taken> {
  const run = await lockDueRun(tx, runId);
  const nothing = { more: false, sentOn: null };
  if (run === null || run.state === 'CALLING') return nothing;
  // Sent together: one wait for the database instead of three.
  const [conversation, reason, incoming] = await Promise.all([
    findConversation(tx, run.thread_id),
    findObstacle(tx, run),
    findIncomingText(tx, run.message_id),
  ]);
  const obstacle = conversation === null ? 'conversation_deleted' : reason;
  if (conversation === null || obstacle !== null) {
    await endRun(tx, run, 'STOPPED', obstacle);
    return nothing;
  }
  const { flow } = run;
  run.thread_id = conversation.thread.id;
  const step = flow.steps.find(({ id }) => id === run.step_id);
  if (step === undefined) {
    await endRun(tx, run, 'FINISHED', null);
    return nothing;
  }
  if (run.steps_in_row >= mostInRow) {
    await failRun(tx, run, 'loop', `This flow took ${mostInRow} steps without waiting.`);
    return nothing;
  }
  if (isCalling(step)) {
    run.state = 'CALLING';
    await updateRun(tx, run, { reason: null, dueAt: run.now });
    return { ...nothing, calls: true };
  }
  if (flow.trigger.kind === 'field_changed' || flow.trigger.kind === 'list_joined') {
    await markAutomation(tx, run.automation_id);
  }
  const result = await executeStep(step, { tx, run, flow, ...conversation, incoming, dry: false });
  const [, more] = await Promise.all([
    writeLine(tx, run, { stepId: step.id, kind: step.kind, ...result.line }),
    applyResult(tx, run, result),
  ]);
  return { more, sentOn: result.line.messageId === undefined ? null : conversation.thread.channel_id };
}

/** The step's transaction is rolled back: what failed is written down, or tried again a little later. */
export async function recordFailure(tx: TenantTx, runId: string, error: unknown): Promise<void> {
  const run = await lockDueRun(tx, runId);
  if (run === null) return;
  if (error instanceof SlowWords) {
    await failRun(tx, run, slowWords.code, slowWords.msg);
    return pauseAutomation(tx, run.automation_id, slowWords.code);
  }
  if (!(error instanceof AppError)) {
    run.tries += 1;
    if (run.tries < mostTries) {
      await updateRun(tx, run, { reason: null, dueAt: new Date(run.now.getTime() + 2 ** run.tries * 1_000) });
      return;
    }
    await failRun(tx, run, 'internal', 'There was a problem taking this step.');
    return;
  }
  const { code } = error;
  const msg = error.data[0]?.msg ?? error.message;
  if (!expected.has(code)) return failRun(tx, run, code, msg);
  await writeLine(tx, run, { stepId: run.step_id, kind: kindOf(run), outcome: 'refused', detail: { code, msg } });
  await endRun(tx, run, 'STOPPED', code);
}
