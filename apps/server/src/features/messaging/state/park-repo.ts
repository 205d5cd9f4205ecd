import { type Statement, statement, type TenantTx } from '../../../platform/db/sql.ts';
import { insertChanges } from '../../sync/public.ts';
import { isEndedBy, isIn, stateAfter } from './state-sql.ts';

type BroadcastEvent = 'broadcast_paused' | 'broadcast_resumed' | 'broadcast_cancelled';

/** SQL of what the event does to triggers: the states it ends, the assignments, and the reason its messages show. */
const triggerMoves: Readonly<Record<BroadcastEvent, { from: string; trigger: string; reason: string | null }>> = {
  broadcast_paused: { from: `'waiting'`, trigger: `state = 'parked', done_at = null`, reason: 'campaign_paused' },
  broadcast_resumed: { from: `'parked'`, trigger: `state = 'waiting', done_at = null, run_at = now()`, reason: null },
  broadcast_cancelled: {
    from: `'waiting', 'parked'`,
    trigger: `state = 'done', done_at = now()`,
    reason: 'campaign_cancelled',
  },
};

/*
 * Queued triggers that have not started. The dispatcher locks triggers, then messages; the first of the two to lock a
 * trigger decides whether it is sent.
 */
function moveStatement(event: BroadcastEvent): Statement {
  const { from, trigger, reason } = triggerMoves[event];
  const held = reason === null ? 'null' : `'${reason}'`;
  return statement(
    `messaging.${event}`,
    `with locked as materialized (
       select t.id, t.message_id from unnest($2::uuid[]) as x(message_id) cross join lateral (
         select id from triggers where client_id = $1 and message_id = x.message_id and kind = 'message' and priority > 0
           and state in (${from}) offset 0
       ) w join triggers t on t.client_id = $1 and t.id = w.id
       where t.state in (${from}) order by t.id for update of t
     ), moved as (
       update triggers t set ${trigger}
       from locked l where t.client_id = $1 and t.id = l.id
     ), shown as materialized (
       select m.id from locked l cross join lateral (
         select id from messages where client_id = $1 and id = l.message_id offset 0
       ) w join messages m on m.client_id = $1 and m.id = w.id
       where ${isEndedBy(event)} and (not ${isIn(['held'])} or m.held_reason = 'campaign_paused')
       order by m.id for update of m
     ), changed as (
       update messages m set ${stateAfter(event)}, held_reason = ${held}, waiting_reason = null, version = m.version + 1
       from shown s where m.client_id = $1 and m.id = s.id returning m.id, m.version
     ), fed as (
       ${insertChanges}
       select $1, 'messages', id::text, 'MODIFIED', version from changed
     )
     select id from changed`,
  );
}

const statements: Readonly<Record<BroadcastEvent, Statement>> = {
  broadcast_paused: moveStatement('broadcast_paused'),
  broadcast_resumed: moveStatement('broadcast_resumed'),
  broadcast_cancelled: moveStatement('broadcast_cancelled'),
};

/**
 * What happens to the messages of a broadcast that have not left: `broadcast_paused` takes them out of the channel's
 * queue, in their order; `broadcast_resumed` puts them back; after `broadcast_cancelled` they are never sent.
 * @returns the messages that changed
 */
export async function moveQueued(
  tx: TenantTx,
  messageIds: readonly string[],
  event: BroadcastEvent,
): Promise<string[]> {
  return (await tx.rows<{ id: string }>(statements[event], [tx.clientId, messageIds])).map((row) => row.id);
}
