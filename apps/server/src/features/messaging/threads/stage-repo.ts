import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const moveStatement = statement(
  'messaging.move_threads_of_stage',
  `with its as materialized (
     select id from threads where client_id = $1 and stage_id = $2 order by id for update
   ), moved as (
     update threads t set stage_id = $3, version = t.version + 1
     from its where t.client_id = $1 and t.id = its.id returning t.id, t.version
   ), said as (
     insert into thread_events (client_id, id, thread_id, kind, detail, created_by)
     select $1, gen_random_uuid(), id, 'stage_changed', jsonb_build_object('stage_id', $3::uuid), $4 from moved
     returning id, thread_id
   )
   select m.id, m.version, s.id as event_id from moved m join said s on s.thread_id = m.id`,
);

/** Moves all conversations of a stage to another, or (null) to none, each with a line of its activity. */
export function moveThreadsOfStage(
  tx: TenantTx,
  from: string,
  to: string | null,
  author: string,
): Promise<{ id: string; version: number; event_id: string }[]> {
  return tx.rows(moveStatement, [tx.clientId, from, to, author]);
}
