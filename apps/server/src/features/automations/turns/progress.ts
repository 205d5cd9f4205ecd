import type { TenantTx } from '../../../platform/db/sql.ts';
import { isOtherHolder } from '../../messaging/public.ts';
import type { Conversation } from '../facts/context.ts';
import { isQuietAct } from '../facts/may-answer.ts';
import {
  countError,
  insertTraces,
  type PlacedLine,
  type RunState,
  type RunUpdate,
  resetErrors,
  type TraceLine,
  updateRuns,
} from '../facts/run-repo.ts';
import { listMemberReplies } from '../start/events-query.ts';
import { listOptedOutSince } from '../start/opt-out-query.ts';
import type { StepResult } from '../steps/step-result.ts';
import { listStopped } from '../stop-repo.ts';
import type { LockedRun } from './due-runs-query.ts';

const mostErrors = 5;
const minuteMs = 60_000;

/** Why runs must not go on, by their ids. @param conversations by the runs' threads */
export async function findObstacles(
  tx: TenantTx,
  runs: readonly LockedRun[],
  conversations: ReadonlyMap<string, Conversation>,
): Promise<Map<string, string>> {
  const found = runs.flatMap((run) => {
    const conversation = conversations.get(run.thread_id);
    return conversation === undefined ? [] : [{ run, ...conversation }];
  });
  const quiet = found.flatMap(({ run: { id, state, started_at, flow }, thread }) =>
    state === 'RUNNING' || state === 'CALLING' || flow.settings.quiet_minutes === 0
      ? []
      : [{ id, thread_id: thread.id, started_at }],
  );
  const silenced = found.flatMap(({ run: { id, started_at, message_id }, contact }) =>
    contact.opted_out_at === null ? [] : [{ id, contactId: contact.id, started_at, message_id }],
  );
  const [stopped, optedOut, replied] = await Promise.all([
    listStopped(
      tx,
      found.map(({ thread }) => thread.id),
    ),
    listOptedOutSince(tx, silenced),
    listMemberReplies(tx, quiet),
  ]);
  const obstacles = new Map(
    runs.filter((run) => !conversations.has(run.thread_id)).map(({ id }) => [id, 'conversation_deleted']),
  );
  for (const { run, thread } of found) {
    const answers = !isQuietAct(run.flow);
    if (run.automation_state !== 'ON') obstacles.set(run.id, 'automation_off');
    else if (answers && stopped.has(thread.id)) obstacles.set(run.id, 'stopped');
    else if (answers && isOtherHolder(thread.holder)) obstacles.set(run.id, 'held_by_other');
    else if (optedOut.has(run.id)) obstacles.set(run.id, 'opted_out');
    else if (replied.has(run.id)) obstacles.set(run.id, 'member_replied');
  }
  return obstacles;
}

/** What a transaction writes of its runs, all at its end. */
export class Progress {
  readonly #lines: PlacedLine[] = [];
  readonly #updates: RunUpdate[] = [];
  readonly #finished = new Set<string>();
  readonly #failed: string[] = [];

  /** The next line of its trace. */
  addLine(run: LockedRun, line: TraceLine): void {
    this.#lines.push({ runId: run.id, n: run.lines, line });
    run.lines += 1;
  }

  end(run: LockedRun, state: RunState, reason: string | null): void {
    run.state = state;
    this.#updates.push({ run, reason, dueAt: null });
    if (state === 'FINISHED') this.#finished.add(run.automation_id);
  }

  fail(run: LockedRun, code: string, msg: string): void {
    this.addLine(run, { stepId: run.step_id, kind: kindOf(run), outcome: 'failed', detail: { code, msg } });
    this.end(run, 'FAILED', code);
    this.#failed.push(run.automation_id);
  }

  /** It goes on at a time, as it is. */
  goOn(run: LockedRun, dueAt: Date): void {
    this.#updates.push({ run, reason: null, dueAt });
  }

  /** Continues a run after a step, or ends it. @returns whether its next step is due now */
  take(run: LockedRun, { end, pause, next }: StepResult): boolean {
    run.tries = 0;
    run.answered = false;
    if (end !== undefined || (next === null && pause === undefined)) {
      this.end(run, end?.state ?? 'FINISHED', end?.reason ?? null);
      if (end?.state === 'FAILED') this.#failed.push(run.automation_id);
      return false;
    }
    run.step_id = next;
    run.state = pause?.state ?? 'RUNNING';
    run.steps_in_row = pause === undefined ? run.steps_in_row + 1 : 0;
    this.goOn(run, new Date(run.now.getTime() + (pause?.minutes ?? 0) * minuteMs));
    return pause === undefined;
  }

  async write(tx: TenantTx): Promise<void> {
    await Promise.all([
      insertTraces(tx, this.#lines),
      updateRuns(tx, this.#updates),
      resetErrors(tx, [...this.#finished]),
    ]);
    for (const automationId of this.#failed) await countError(tx, automationId, mostErrors);
  }
}

/** Ends a run with nothing else. */
export async function endRun(tx: TenantTx, run: LockedRun, state: RunState, reason: string | null): Promise<void> {
  const progress = new Progress();
  progress.end(run, state, reason);
  await progress.write(tx);
}

export function kindOf({ flow, step_id }: LockedRun): string {
  return flow.steps.find(({ id }) => id === step_id)?.kind ?? 'step';
}
