import type { TenantTx } from '../../../platform/db/sql.ts';
import { isHeldByOther } from '../../messaging/public.ts';
import { isQuietAct } from '../facts/may-answer.ts';
import { countError, insertTrace, type RunState, resetErrors, type TraceLine, updateRun } from '../facts/run-repo.ts';
import { hasMemberReplied } from '../start/events-query.ts';
import { hasOptedOutSince } from '../start/opt-out-query.ts';
import type { StepResult } from '../steps/step-result.ts';
import { isBotStopped } from '../stop-repo.ts';
import type { LockedRun } from './due-runs-query.ts';

const mostErrors = 5;
const minuteMs = 60_000;

/** Why a run must not go on. */
export async function findObstacle(tx: TenantTx, run: LockedRun): Promise<string | null> {
  if (run.automation_state !== 'ON') return 'automation_off';
  if (!isQuietAct(run.flow)) {
    if (await isBotStopped(tx, run.thread_id)) return 'stopped';
    if (await isHeldByOther(tx, run.thread_id)) return 'held_by_other';
  }
  if (await hasOptedOutSince(tx, run)) return 'opted_out';
  if (run.state === 'RUNNING' || run.state === 'CALLING' || run.flow.settings.quiet_minutes === 0) return null;
  return (await hasMemberReplied(tx, run.thread_id, run.started_at)) ? 'member_replied' : null;
}

/** The next line of its trace. */
export async function writeLine(tx: TenantTx, run: LockedRun, line: TraceLine): Promise<void> {
  const place = run.lines;
  run.lines += 1;
  await insertTrace(tx, run.id, place, line);
}

export async function endRun(tx: TenantTx, run: LockedRun, state: RunState, reason: string | null): Promise<void> {
  run.state = state;
  const isFinished = state === 'FINISHED';
  await Promise.all([
    updateRun(tx, run, { reason, dueAt: null }),
    isFinished ? resetErrors(tx, run.automation_id) : undefined,
  ]);
}

export async function failRun(tx: TenantTx, run: LockedRun, code: string, msg: string): Promise<void> {
  await writeLine(tx, run, { stepId: run.step_id, kind: kindOf(run), outcome: 'failed', detail: { code, msg } });
  await endRun(tx, run, 'FAILED', code);
  await countError(tx, run.automation_id, mostErrors);
}

/** Continues a run after a step, or ends it. @returns whether its next step is due now */
export async function applyResult(tx: TenantTx, run: LockedRun, { end, pause, next }: StepResult): Promise<boolean> {
  run.tries = 0;
  run.answered = false;
  if (end !== undefined || (next === null && pause === undefined)) {
    await endRun(tx, run, end?.state ?? 'FINISHED', end?.reason ?? null);
    if (end?.state === 'FAILED') await countError(tx, run.automation_id, mostErrors);
    return false;
  }
  run.step_id = next;
  run.state = pause?.state ?? 'RUNNING';
  run.steps_in_row = pause === undefined ? run.steps_in_row + 1 : 0;
  await updateRun(tx, run, { reason: null, dueAt: new Date(run.now.getTime() + (pause?.minutes ?? 0) * minuteMs) });
  return pause === undefined;
}

export function kindOf({ flow, step_id }: LockedRun): string {
  return flow.steps.find(({ id }) => id === step_id)?.kind ?? 'step';
}
