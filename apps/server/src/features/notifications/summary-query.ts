import { statement, type TenantTx } from '../../platform/db/sql.ts';

const summaryStatement = statement(
  'notifications.count_push_devices',
  `select count(*)::int as devices,
     count(*) filter (where last_sent_at > now() - interval '24 hours')::int as reached_24h
   from push_devices where client_id = $1`,
);

export type PushSummary = { devices: number; reached_24h: number };

/** The account's browsers that take push notifications, and how many got one in the last 24 hours. */
export async function summarizePush(tx: TenantTx): Promise<PushSummary> {
  const [row] = await tx.rows<PushSummary>(summaryStatement, [tx.clientId]);
  return row ?? { devices: 0, reached_24h: 0 };
}
