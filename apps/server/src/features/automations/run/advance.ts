import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, isDatabaseUnavailable } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isBotStopped } from '../stop-repo.ts';
import { findConversation, findSaid } from './context.ts';
import { type LockedRun, lockDueRun } from './due-runs-query.ts';
import { hasMemberReplied } from './events-query.ts';
import { executeStep } from './execute-step.ts';
import { countError, insertTrace, type RunState, resetErrors, type TraceLine, updateRun } from './run-repo.ts';

/** More steps without a pause than any flow needs. */
const mostInRow = 100;
const mostErrors = 5;
const mostTries = 3;
const minuteMs = 60_000;

/** Opt-outs and blocked sends are no fault of the automation. */
const expected = new Set(['contact_blocked', 'suppressed']);

type Taken = { more: boolean; sentOn: string | null };

/** Takes the steps of a run that are due, each in a transaction of its own: done wholly, once, or not at all. */
export async function advanceRun(platform: Platform, clientId: string, runId: string): Promise<void> {
  for (let more = true; more; ) {
    try {
      const taken = await platform.db.withTenant(clientId, (tx) => takeStep(tx, runId));
      more = taken.more;
      platform.notifier.notify('changes_new', clientId);
      if (taken.sentOn !== null) platform.notifier.notify('triggers', `${clientId}/${taken.sentOn}`);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      if (!(error instanceof AppError)) platform.log.warn({ err: error, run: runId }, 'automations: a step failed');
      await platform.db.withTenant(clientId, (tx) => recordFailure(tx, runId, error));
      return;
    }
  }
}

async function takeStep(tx: TenantTx, runId: string): Promise<Taken> {
  const run = await lockDueRun(tx, runId);
  const nothing = { more: false, sentOn: null };
  if (run === null) return nothing;
  const conversation = await findConversation(tx, run.thread_id);
  const obstacle = conversation === null ? 'conversation_deleted' : await findObstacle(tx, run);
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
    await fail(tx, run, 'loop', `This flow took ${mostInRow} steps without waiting.`);
    return nothing;
  }
  const said = await findSaid(tx, run.message_id);
  const result = await executeStep(step, { tx, run, flow, ...conversation, said, dry: false });
  await write(tx, run, { stepId: step.id, kind: step.kind, ...result.line });
  const sentOn = result.line.messageId === undefined ? null : conversation.thread.channel_id;
  run.tries = 0;
  run.answered = false;
  const { end, pause, next } = result;
  if (end !== undefined || (next === null && pause === undefined)) {
    await endRun(tx, run, end?.state ?? 'FINISHED', end?.reason ?? null);
    return { ...nothing, sentOn };
  }
  run.step_id = next;
  run.state = pause?.state ?? 'RUNNING';
  run.steps_in_row = pause === undefined ? run.steps_in_row + 1 : 0;
  await updateRun(tx, run, { reason: null, dueAt: new Date(run.now.getTime() + (pause?.minutes ?? 0) * minuteMs) });
  return { more: pause === undefined, sentOn };
}

/** Why a run must not go on. */
async function findObstacle(tx: TenantTx, run: LockedRun): Promise<string | null> {
  if (run.automation_state !== 'ON') return 'automation_off';
  if (await isBotStopped(tx, run.thread_id)) return 'stopped';
  if (run.state === 'RUNNING' || run.flow.settings.quiet_minutes === 0) return null;
  return (await hasMemberReplied(tx, run.thread_id, run.started_at)) ? 'member_replied' : null;
}

async function write(tx: TenantTx, run: LockedRun, line: TraceLine): Promise<void> {
  await insertTrace(tx, run.id, run.lines, line);
  run.lines += 1;
}

async function endRun(tx: TenantTx, run: LockedRun, state: RunState, reason: string | null): Promise<void> {
  run.state = state;
  await updateRun(tx, run, { reason, dueAt: null });
  if (state === 'FINISHED') await resetErrors(tx, run.automation_id);
}

async function fail(tx: TenantTx, run: LockedRun, code: string, msg: string): Promise<void> {
  await write(tx, run, { stepId: run.step_id, kind: kindOf(run), outcome: 'failed', detail: { code, msg } });
  await endRun(tx, run, 'FAILED', code);
  await countError(tx, run.automation_id, mostErrors);
}

/** The step's transaction is rolled back: what failed is written down, or tried again a little later. */
async function recordFailure(tx: TenantTx, runId: string, error: unknown): Promise<void> {
  const run = await lockDueRun(tx, runId);
  if (run === null) return;
  if (!(error instanceof AppError)) {
    run.tries += 1;
    if (run.tries < mostTries) {
      await updateRun(tx, run, { reason: null, dueAt: new Date(run.now.getTime() + 2 ** run.tries * 1_000) });
      return;
    }
    await fail(tx, run, 'internal', 'There was a problem taking this step.');
    return;
  }
  const { code } = error;
  const msg = error.data[0]?.msg ?? error.message;
  if (!expected.has(code)) return fail(tx, run, code, msg);
  await write(tx, run, { stepId: run.step_id, kind: kindOf(run), outcome: 'refused', detail: { code, msg } });
  await endRun(tx, run, 'STOPPED', code);
}

function kindOf({ flow, step_id }: LockedRun): string {
  return flow.steps.find(({ id }) => id === step_id)?.kind ?? 'step';
}
