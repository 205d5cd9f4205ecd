import { statement, type TenantTx } from '../../platform/db/sql.ts';

// Twice the heartbeat interval: a crashed server leaves no one online for longer.
const life = `interval '2 minutes'`;

const beat = statement(
  'team.record_presence',
  `insert into member_presence as p (client_id, user_id, online_until, last_seen_at)
   select client_id, user_id, now() + ${life}, now() from client_users
   where client_id = $1 and user_id = any($2) order by user_id
   on conflict (client_id, user_id) do update set online_until = excluded.online_until, last_seen_at = excluded.last_seen_at`,
);

/** Members that are connected now. */
export async function recordOnline(tx: TenantTx, userIds: readonly string[]): Promise<void> {
  await tx.run(beat, [tx.clientId, userIds]);
}

const left = statement(
  'team.end_presence',
  'update member_presence set online_until = now(), last_seen_at = now() where client_id = $1 and user_id = $2',
);

/** The last connection to this process ended; another process that still has one says so with its next beat. */
export async function recordOffline(tx: TenantTx, userId: string): Promise<void> {
  await tx.run(left, [tx.clientId, userId]);
}
