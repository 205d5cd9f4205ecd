import { type Executor, statement } from '../../../platform/db/sql.ts';
import { isEndedBy, isIn, stateAfter, valuesOf } from './state-sql.ts';

/* A message on hold until a future time has not been sent; one whose time has passed since the backup may have been. */
const sendsStatement = statement(
  'messaging.settle_restored_sends',
  `with left_over as materialized (
     update triggers t set state = 'done', done_at = now() from messages m
     where t.state in ('waiting', 'parked', 'started') and m.client_id = t.client_id and m.id = t.message_id
       and not (t.kind = 'message' and ${isIn(['held'])} and t.run_at > now())
     returning t.client_id, t.message_id, t.kind
   )
   update messages m set ${stateAfter('restored')}, held_reason = null, waiting_reason = null, version = m.version + 1
   from (select distinct client_id, message_id from left_over where kind = 'message') l
   where m.client_id = l.client_id and m.id = l.message_id and ${isEndedBy('restored')}`,
);
/* A scheduled message whose time has passed since the backup may have been sent. */
const scheduledStatement = statement(
  'messaging.settle_restored_schedules',
  `with due as (
     delete from scheduled_messages where send_at <= now() and cancelled_at is null and held_reason is null returning *
   ), made as (
     insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, "to", to_user_id, source, medium,
       type, status, send_state, content, context_message_id, request_hash, created_by, created_at, "timestamp", sort_at)
     select d.client_id, d.id, t.id, t.channel_id, t.contact_id, 'OUTGOING', t.to_phone, t.to_user_id, d.source, d.medium,
       d.type, ${valuesOf('unknown')}, d.content, d.context_message_id, d.request_hash, d.created_by, d.send_at, d.send_at,
       greatest(d.send_at, t.last_sort_at + interval '1 millisecond')
     from due d cross join lateral (
       with recursive chain as (
         select t.*, 1 as step from threads t where t.client_id = d.client_id and t.id = d.thread_id
         union all
         select t.*, c.step + 1 from chain c join threads t on t.client_id = c.client_id and t.id = c.merged_into
         where c.step < 50
       ) select * from chain where merged_into is null
     ) t
     on conflict do nothing
     returning client_id, thread_id, id, "timestamp", sort_at
   )
   update threads t set last_message_id = l.id, last_message_at = l."timestamp", last_sort_at = l.sort_at,
     version = t.version + 1
   from (select distinct on (client_id, thread_id) * from made order by client_id, thread_id, sort_at desc, id desc) l
   where t.client_id = l.client_id and t.id = l.thread_id`,
);
/* The customer may have written since the backup: then it was sent. A member decides. */
const parkedStatement = statement(
  'messaging.park_restored_replies',
  `update scheduled_messages set held_reason = 'restored', version = version + 1
   where send_at = 'infinity' and cancelled_at is null and held_reason is null`,
);
const channelsStatement = statement('messaging.end_restored_leases', 'update channel_leases set expires_at = now()');

/**
 * After a restore from a backup: messages that were waiting when it was made may have been sent since. They become
 * unknown, as after a crash, until a status from WhatsApp or a member settles them. Leases of channels end.
 */
export async function settleRestoredSends(tx: Executor): Promise<void> {
  await tx.run(sendsStatement);
  await tx.run(scheduledStatement);
  await tx.run(parkedStatement);
  await tx.run(channelsStatement);
}
