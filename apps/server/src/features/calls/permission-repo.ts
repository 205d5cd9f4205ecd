import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type CallPermissionRow = {
  allowed: boolean;
  expires_at: Date | null;
  decided_at: Date;
  /** It has ended by the clock of the channel. */
  expired: boolean;
};

const find = statement(
  'calls.find_permission',
  `select p.allowed, p.expires_at, p.decided_at,
     coalesce(p.expires_at <= now() + c.clock_offset_ms * interval '1 millisecond', false) as expired
   from shared_threads t
   join shared_channels c on c.client_id = t.client_id and c.id = t.channel_id
   join call_permissions p on p.client_id = t.client_id and p.thread_id = any(array(
     select m.id from shared_threads m where m.client_id = $1 and (m.id = $2 or m.merged_into = $2)))
   where t.client_id = $1 and t.id = $2 order by p.decided_at desc limit 1`,
);
/** What the customer of a conversation last said to calls; null: nothing. */
export async function findPermission(tx: TenantTx, threadId: string): Promise<CallPermissionRow | null> {
  const [row] = await tx.rows<CallPermissionRow>(find, [tx.clientId, threadId]);
  return row ?? null;
}

const kept = `on conflict (client_id, thread_id) do update
  set allowed = excluded.allowed, expires_at = excluded.expires_at, decided_at = excluded.decided_at
  where excluded.decided_at >= p.decided_at`;

const set = statement(
  'calls.set_permission',
  `insert into call_permissions as p (client_id, thread_id, allowed, expires_at, decided_at)
   select t.client_id, t.id, $3, $4, now() + c.clock_offset_ms * interval '1 millisecond'
   from shared_threads t join shared_channels c on c.client_id = t.client_id and c.id = t.channel_id
   where t.client_id = $1 and t.id = $2 ${kept}`,
);
/** What WhatsApp says now. @param expiresAt by the clock of the channel */
export async function setPermission(
  tx: TenantTx,
  threadId: string,
  { allowed, expiresAt }: { allowed: boolean; expiresAt: Date | null },
): Promise<void> {
  await tx.run(set, [tx.clientId, threadId, allowed, expiresAt]);
}

/** An answer of a customer, which is a message. */
export type PermissionReply = {
  client_id: string;
  channel_id: string;
  provider_message_id: string;
  allowed: boolean;
  /** By the clock of the channel, as WhatsApp told. */
  expires_at: string | null;
  decided_at: string;
};

const add = statement(
  'calls.add_permissions',
  `insert into call_permissions as p (client_id, thread_id, allowed, expires_at, decided_at)
   select distinct on (m.client_id, m.thread_id) m.client_id, m.thread_id, x.allowed, x.expires_at, x.decided_at
   from jsonb_to_recordset($1::jsonb) as x(client_id uuid, channel_id uuid, provider_message_id text, allowed boolean,
     expires_at timestamptz, decided_at timestamptz)
   join shared_messages m on m.client_id = x.client_id and m.channel_id = x.channel_id
     and m.provider_message_id = x.provider_message_id
   order by m.client_id, m.thread_id, x.decided_at desc ${kept}`,
);
/** Keeps the newest answer of each conversation. */
export async function addPermissions(tx: Executor, replies: readonly PermissionReply[]): Promise<void> {
  await tx.run(add, [JSON.stringify(replies)]);
}
