import type { TenantTx } from '../../../platform/db/sql.ts';
import { insertThreadEvents, type NewThreadEvent, type OwnChange } from './thread-event-repo.ts';
import { type ThreadChange, type WrittenThread, writeThread } from './thread-repo.ts';

/**
 * Changes a thread and writes down what changed, as lines of its activity.
 * @param more further lines of the same act
 * @returns the change rows, none when everything is so already; null when the thread, or the member or group it is to be assigned to, does not exist
 */
export async function changeThread(
  tx: TenantTx,
  id: string,
  change: ThreadChange,
  author: string,
  more: readonly NewThreadEvent[] = [],
): Promise<OwnChange[] | null> {
  const written = await writeThread(tx, id, change, more.length > 0);
  if (written === null) return null;
  if (!written.changed) return [];
  const events = await insertThreadEvents(tx, id, [...eventsOf(written, change), ...more], author);
  return [{ collection: 'threads', id, marker: 'MODIFIED', version: written.version }, ...events];
}

function eventsOf(now: WrittenThread, change: ThreadChange): NewThreadEvent[] {
  const events: NewThreadEvent[] = [];
  const { assignee_id, assignee_group_id } = now;
  if (assignee_id !== now.was_assignee_id || assignee_group_id !== now.was_group_id) {
    const rule = change.assignedByRule === true ? { by_rule: true } : {};
    events.push({ kind: 'assigned', detail: { assignee_id, assignee_group_id, ...rule } });
  }
  const { stage_id, value_minor: value } = now;
  if (stage_id !== now.was_stage_id) events.push({ kind: 'stage_changed', detail: { stage_id } });
  if (value !== now.was_value_minor) events.push({ kind: 'value_changed', detail: { value } });
  const { closedAfterMinutes: after_minutes } = change;
  if (now.state !== now.was_state) {
    const detail = after_minutes === undefined ? {} : { after_minutes };
    events.push({ kind: now.state === 'DONE' ? 'done' : 'reopened', detail });
  }
  const { snoozedUntil: until } = change;
  if (until != null && now.snooze_changed) {
    events.push({ kind: 'snoozed', detail: { until: until === 'reply' ? until : until.toISOString() } });
  } else if (until === null && now.was_snoozed) events.push({ kind: 'snooze_ended', detail: {} });
  return events;
}
