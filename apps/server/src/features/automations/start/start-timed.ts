import type { TenantTx } from '../../../platform/db/sql.ts';
import { findPlaces } from '../facts/context.ts';
import { type LiveAutomation, listLive } from '../facts/live-query.ts';
import { insertRuns, type NewRun } from '../facts/run-repo.ts';
import { claimSchedule, listScheduled, listTimed, type TimedThread } from '../facts/timers-query.ts';
import { nextScheduleAt } from './schedule.ts';
import { isAllowedToStart, newRun } from './start-runs.ts';

const readAtOnce = 500;

/** Starts what is due by the clock. @returns whether anything is due now */
export async function startTimed(tx: TenantTx): Promise<boolean> {
  let started = 0;
  for (const automation of await listLive(tx)) {
    const threads = await threadsFor(tx, automation);
    const runs: NewRun[] = [];
    for (let at = 0; at < threads.length; at += readAtOnce) {
      const some = threads.slice(at, at + readAtOnce);
      const places = await findPlaces(
        tx,
        some.map((thread) => thread.thread_id),
      );
      for (const { thread_id: threadId, channel_id: channelId, key } of some) {
        const triggerEvent = { threadId, channelId, key, messageId: null, incoming: null };
        const run = newRun(automation, triggerEvent, {});
        // What does not start is written down too: this moment is over.
        if (!(await isAllowedToStart(tx, automation, triggerEvent, places)))
          run.ended = { state: 'STOPPED', reason: 'not_met' };
        runs.push(run);
      }
    }
    started += (await insertRuns(tx, runs)).length;
  }
  return started > 0;
}

async function threadsFor(tx: TenantTx, automation: LiveAutomation): Promise<TimedThread[]> {
  const { trigger } = automation.flow;
  if (trigger.kind !== 'schedule') return listTimed(tx, automation);
  const { list_id: listId, channel_id: channelId } = trigger;
  const due = automation.next_at;
  if (due === null || listId === null || channelId === null) return [];
  if (!(await claimSchedule(tx, automation.id, nextScheduleAt(trigger, new Date())))) return [];
  return listScheduled(tx, listId, channelId, `schedule:${due.toISOString()}`);
}
