import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { insertChanges } from '../../sync/public.ts';
import { type MessageRow, messageColumns } from '../threads/rows-query.ts';
import { lockOpenTriggers } from './lock-repo.ts';
import { isEndedBy, stateAfter } from './state-sql.ts';

const discardStatement = statement(
  'messaging.discard_message',
  `with old as materialized (
     select m.id from messages m
     where m.client_id = $1 and m.id = $2 and m.direction = 'OUTGOING' and m.source <> 'BROADCAST'
       and ${isEndedBy('discarded')}
     for update of m
   ), closed as (
     update triggers t set state = 'done', done_at = now() from old
     where t.client_id = $1 and t.message_id = old.id and t.kind = 'message' and t.state <> 'done'
   ), changed as (
     update messages m set ${stateAfter('discarded')}, held_reason = null, waiting_reason = null,
       extras = coalesce(m.extras, '{}'::jsonb) || jsonb_build_object('discarded', $3::jsonb), version = m.version + 1
     from old where m.client_id = $1 and m.id = old.id
     returning m.*
   ), fed as (
     ${insertChanges}
     select $1, 'messages', id::text, 'MODIFIED', version from changed
   )
   select ${messageColumns('m')} from changed m`,
);

/**
 * Decides that a message which waits or is on hold is never sent. The caller notifies `changes_new` afterwards.
 * @returns the message in its new state; null when it may not be discarded
 */
export async function markDiscarded(
  tx: TenantTx,
  messageId: string,
  discarded: { at: string; by: string },
): Promise<MessageRow | null> {
  await lockOpenTriggers(tx, [messageId]);
  const [row] = await tx.rows<MessageRow>(discardStatement, [tx.clientId, messageId, JSON.stringify(discarded)]);
  return row ?? null;
}
