import { statement, type TenantTx } from '../../platform/db/sql.ts';

// Twice the time between two beats: a server that dies leaves nobody online for longer.
const life = `interval '2 minutes'`;

const beat = statement(
  'team.presence-beat',
  `insert into member_presence as p (client_id, user_id, online_until, last_seen_at)
   select client_id, user_id, now() + ${life}, now() from client_users
   where client_id = $1 and user_id = any($2) order by user_id
   on conflict (client_id, user_id) do update set online_until = excluded.online_until, last_seen_at = excluded.last_seen_at`,
);

/** Members that are connected now. */
export async function noteOnline(tx: TenantTx, userIds: readonly string[]): Promise<void> {
  await tx.run(beat, [tx.clientId, userIds]);
}

const left = statement(
  'team.presence-left',
  'update member_presence set online_until = now(), last_seen_at = now() where client_id = $1 and user_id = $2',
);

/** The last connection to this process ended; another process that still has one says so with its next beat. */
export async function noteOffline(tx: TenantTx, userId: string): Promise<void> {
  await tx.run(left, [tx.clientId, userId]);
}
