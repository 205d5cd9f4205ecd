import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { insertChanges } from '../../sync/public.ts';

/*
 * Queued triggers that have not started. The dispatcher locks triggers, then messages; the first of the two to lock a
 * trigger decides whether it is sent.
 */
const moveStatement = statement(
  'messaging.move_queued',
  `with locked as materialized (
     select t.id, t.message_id from unnest($2::uuid[]) as x(message_id) cross join lateral (
       select id from triggers where client_id = $1 and message_id = x.message_id and kind = 'message' and priority > 0
         and state = any($3) offset 0
     ) w join triggers t on t.client_id = $1 and t.id = w.id
     where t.state = any($3) order by t.id for update of t
   ), moved as (
     update triggers t set state = $4, done_at = case when $4 = 'done' then now() end,
       run_at = case when $4 = 'waiting' then now() else t.run_at end
     from locked l where t.client_id = $1 and t.id = l.id
   ), shown as materialized (
     select m.id from locked l cross join lateral (
       select id from messages where client_id = $1 and id = l.message_id offset 0
     ) w join messages m on m.client_id = $1 and m.id = w.id
     where m.send_state = 'waiting' or m.send_state = 'held' and m.held_reason = 'campaign_paused'
     order by m.id for update of m
   ), changed as (
     update messages m set send_state = $5, held_reason = $6, waiting_reason = null, version = m.version + 1
     from shown s where m.client_id = $1 and m.id = s.id returning m.id, m.version
   ), fed as (
     ${insertChanges}
     select $1, 'messages', id::text, 'MODIFIED', version from changed
   )
   select id from changed`,
);

type Move = { from: string[]; trigger: string; sendState: 'waiting' | 'held'; reason: string | null };

/** Moves the triggers of a broadcast's messages that have not started. @returns the messages that changed */
async function moveQueued(tx: TenantTx, messageIds: readonly string[], move: Move): Promise<string[]> {
  const { from, trigger, sendState, reason } = move;
  const values = [tx.clientId, messageIds, from, trigger, sendState, reason];
  return (await tx.rows<{ id: string }>(moveStatement, values)).map((row) => row.id);
}

/** Takes messages of a paused broadcast out of the channel's queue; their order stays. */
export async function parkMessages(tx: TenantTx, messageIds: readonly string[]): Promise<void> {
  await moveQueued(tx, messageIds, {
    from: ['waiting'],
    trigger: 'parked',
    sendState: 'held',
    reason: 'campaign_paused',
  });
}

/** Puts them back. */
export async function unparkMessages(tx: TenantTx, messageIds: readonly string[]): Promise<void> {
  await moveQueued(tx, messageIds, { from: ['parked'], trigger: 'waiting', sendState: 'waiting', reason: null });
}

/** Messages of a cancelled broadcast are never sent. @returns those that had not left */
export function cancelMessages(tx: TenantTx, messageIds: readonly string[]): Promise<string[]> {
  return moveQueued(tx, messageIds, {
    from: ['waiting', 'parked'],
    trigger: 'done',
    sendState: 'held',
    reason: 'campaign_cancelled',
  });
}
