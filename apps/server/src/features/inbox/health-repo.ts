import { type Executor, statement } from '../../platform/db/sql.ts';

export type Backlog = { deliveries: number; sends: number; stuck: number };

const backlogStatement = statement(
  'doctor.inbox',
  `select
     (select count(*)::int from intake_lanes l cross join lateral (
       select from webhook_events e where e.lane = l.lane and e.seq > l.done and e.received_at < now() - interval '1 minute'
       order by e.seq limit 1000) late) as deliveries,
     (select count(*)::int from (
       select from triggers t join channels c on c.client_id = t.client_id and c.id = t.channel_id
       where t.state = 'waiting' and t.run_at < now() - interval '5 minutes' and c.state = 'ACTIVE' and c.deleted_at is null
       limit 100000) late) as sends,
     (select count(*)::int from triggers where state = 'started' and started_at < now() - interval '5 minutes') as stuck`,
);

/** Deliveries not understood after a minute; sends waiting five minutes past their time, or under way as long. */
export async function readBacklog(database: Executor): Promise<Backlog> {
  const [row] = await database.rows<Backlog>(backlogStatement);
  return row ?? { deliveries: 0, sends: 0, stuck: 0 };
}
