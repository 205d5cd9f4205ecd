import { type Executor, statement } from '../../platform/db/sql.ts';

export type SendBacklog = { overdue: number; stuck: number };

const backlogStatement = statement(
  'messaging.count_backlog',
  `select
     (select count(*)::int from (
       select from triggers t join shared_channels c on c.client_id = t.client_id and c.id = t.channel_id
       where t.queued and t.state = 'waiting' and t.run_at < now() - interval '5 minutes' and c.state = 'ACTIVE' and c.deleted_at is null
       limit 100000) late) as overdue,
     (select count(*)::int from triggers where queued and state = 'started' and started_at < now() - interval '5 minutes') as stuck`,
);

/** Sends that are five minutes overdue, and sends started that long ago without an outcome. */
export async function countBacklog(database: Executor): Promise<SendBacklog> {
  const [row] = await database.rows<SendBacklog>(backlogStatement);
  return row ?? { overdue: 0, stuck: 0 };
}

const measureStatement = statement(
  'messaging.measure_in_backup',
  'select count(*) as messages, max(created_at) as newest from messages',
);

export async function measureMessages(database: Executor): Promise<{ messages: number; newest: Date | null }> {
  const [row] = await database.rows<{ messages: number; newest: Date | null }>(measureStatement);
  return row ?? { messages: 0, newest: null };
}
