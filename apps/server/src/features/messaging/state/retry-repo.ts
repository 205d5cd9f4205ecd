import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { insertChanges } from '../../sync/public.ts';
import { type MessageRow, messageColumns } from '../threads/rows-query.ts';
import { lockOpenTriggers } from './lock-repo.ts';
import { isEndedBy, stateAfter } from './state-sql.ts';

/** One message's next attempt. */
export type NextAttempt = { messageId: string; triggerId: string };

/** Who retries messages, and with which priority. */
export type RetryAs = {
  createdBy: string;
  metaType: 'individual' | 'campaign' | 'api';
  /** 0 for a member's own retry, 10 for a broadcast's. */
  priority: number;
};

const retryStatement = statement(
  'messaging.retry_messages',
  `with asked as materialized (
     select * from unnest($2::uuid[], $3::uuid[]) with ordinality as x(id, trigger_id, ord)
   ), old as materialized (
     select m.client_id, m.id, m.channel_id, m.provider_message_id, m.attempt, x.trigger_id, x.ord
     from messages m join asked x on x.id = m.id
     where m.client_id = $1 and m.id = any($2) and m.direction = 'OUTGOING' and ${isEndedBy('retried')}
     order by m.client_id, m.id for update of m
   ), closed as (
     update triggers t set state = 'done', done_at = now() from old
     where t.client_id = $1 and t.message_id = old.id and t.kind = 'message' and t.state <> 'done'
   ), kept as (
     insert into message_attempts (client_id, channel_id, provider_message_id, message_id, attempt)
     select client_id, channel_id, provider_message_id, id, attempt from old where provider_message_id is not null
     order by 1, 2, 3 on conflict do nothing
   ), next as (
     update messages m set attempt = m.attempt + 1, ${stateAfter('retried')}, error = null, held_reason = null,
       waiting_reason = null, provider_message_id = null, content = m.content - 'provider_media_id', version = m.version + 1
     from old where m.client_id = $1 and m.id = old.id
     returning m.*
   ), queued as (
     insert into triggers (client_id, id, message_id, channel_id, thread_id, kind, meta_data, payload, created_by, priority)
     select $1, o.trigger_id, m.id, m.channel_id, m.thread_id, 'message',
       jsonb_build_object('type', $5::text, 'client_id', $1::uuid, 'channel_id', m.channel_id, 'thread_id', m.thread_id,
         'message_id', m.id, 'to', m."to", 'name', c.name),
       jsonb_build_object('to', '+' || m."to", 'type', m.type, m.type, m.content), $4, $6::smallint
     from next m join old o on o.id = m.id
     left join shared_contacts c on c.client_id = $1 and c.id = m.contact_id
     order by o.ord
   ), fed as (
     ${insertChanges}
     select $1, 'messages', id::text, 'MODIFIED', version from next
   )
   select ${messageColumns('m')} from next m`,
);

/**
 * Starts the next attempt of messages that failed, are on hold or unknown, each with its own trigger. The caller
 * notifies `changes_new` and `triggers` afterwards.
 * @returns the retried messages in their new state
 */
export async function retryMessages(
  tx: TenantTx,
  attempts: readonly NextAttempt[],
  as: RetryAs,
): Promise<MessageRow[]> {
  if (attempts.length === 0) return [];
  const ids = attempts.map(({ messageId }) => messageId);
  await lockOpenTriggers(tx, ids);
  const triggers = attempts.map(({ triggerId }) => triggerId);
  return tx.rows(retryStatement, [tx.clientId, ids, triggers, as.createdBy, as.metaType, as.priority]);
}
