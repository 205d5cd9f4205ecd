import type { InstallationStatus } from '@parley/contract/types';
import { type Executor, statement } from '../../platform/db/sql.ts';

/** Counts stop here, so that a long queue does not make looking at it slow. */
const mostCounted = 100_000;

const sizesStatement = statement(
  'operations.read_sizes',
  `select pg_database_size(current_database())::float8 as bytes,
     (select coalesce(sum(n_dead_tup), 0)::float8 from pg_stat_user_tables) as dead_rows,
     (select coalesce(sum(n_live_tup), 0)::float8 from pg_stat_user_tables) as live_rows,
     (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
     current_setting('max_connections')::int as most_connections,
     current_setting('server_version') as version,
     (select count(*)::int from shared_server_processes) as processes,
     (select extract(epoch from now() - last_backup_at)::float8 from shared_installation) as backup_age_s,
     (select extract(epoch from now() - created_at)::float8 from shared_installation) as installed_s,
     (select backup_failure from shared_installation) as backup_failure`,
);

const queuesStatement = statement(
  'operations.read_queues',
  `select
     sends.n as sends, sends.oldest as sends_oldest,
     (select count(*)::int from shared_triggers where queued and state = 'started' and started_at < now() - interval '5 minutes') as without_outcome,
     webhooks.n as webhooks, webhooks.oldest as webhooks_oldest,
     feed.n as feed, feed.oldest as feed_oldest,
     (select count(*)::int from (select from shared_jobs where state = 'waiting' limit ${mostCounted}) x) as jobs_waiting,
     (select count(*)::int from shared_jobs where state = 'running') as jobs_running,
     (select count(*)::int from shared_jobs where ended_at > now() - interval '1 day' and state = 'failed') as jobs_failed,
     mail.waiting as mail_waiting, mail.oldest as mail_oldest,
     (select count(*)::int from shared_email_outbox where expires_at > now() and state = 'failed') as mail_failed
   from
     (select count(*)::int as n, extract(epoch from now() - min(run_at))::float8 as oldest from (
        select t.run_at from shared_triggers t join shared_channels c on c.client_id = t.client_id and c.id = t.channel_id
        where t.queued and t.state = 'waiting' and t.run_at <= now() and c.state = 'ACTIVE' and c.deleted_at is null
        limit ${mostCounted}) due) sends,
     (select count(*)::int as n, extract(epoch from now() - min(received_at))::float8 as oldest from (
        select late.received_at from shared_ingest_partitions p cross join lateral (
          select e.received_at from shared_webhook_events e where e.partition = p.partition and e.seq > p.applied_seq
          order by e.seq limit 1000) late
        where p.lease_until > now() - interval '31 days') waiting) webhooks,
     (select count(*)::int as n, extract(epoch from now() - min(created_at))::float8 as oldest from (
        select created_at from shared_changes_new limit ${mostCounted}) unplaced) feed,
     (select count(*)::int as waiting, extract(epoch from now() - min(created_at))::float8 as oldest from (
        select created_at from shared_email_outbox where state = 'waiting' and expires_at > now() limit ${mostCounted}) queued) mail`,
);

type Sizes = InstallationStatus['database'] &
  Pick<InstallationStatus, 'processes' | 'backup_age_s' | 'installed_s'> & {
    version: string;
    backup_failure: string | null;
  };
type Queues = Record<
  | 'sends'
  | 'without_outcome'
  | 'webhooks'
  | 'feed'
  | 'jobs_waiting'
  | 'jobs_running'
  | 'jobs_failed'
  | 'mail_waiting'
  | 'mail_failed',
  number
> &
  Record<'sends_oldest' | 'webhooks_oldest' | 'feed_oldest' | 'mail_oldest', number | null>;

export async function readSizes(system: Executor): Promise<Sizes> {
  const [row] = await system.rows<Sizes>(sizesStatement);
  if (row === undefined) throw new Error('the database gave no sizes');
  return row;
}

export async function readQueues(system: Executor): Promise<Queues> {
  const [row] = await system.rows<Queues>(queuesStatement);
  if (row === undefined) throw new Error('the database gave no queues');
  return row;
}

const operatorStatement = statement(
  'operations.find_operator',
  `select u.id, u.email from shared_setup_claims s join shared_users u on u.id = s.user_id where u.disabled_at is null limit 1`,
);

/** The user who set up the installation. */
export async function findOperator(system: Executor): Promise<{ id: string; email: string } | null> {
  const [row] = await system.rows<{ id: string; email: string }>(operatorStatement);
  return row ?? null;
}
