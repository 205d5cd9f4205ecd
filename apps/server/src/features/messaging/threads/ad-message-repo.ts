import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const find = statement(
  'messaging.find_ad_message',
  `select m.sort_at as at, (
     select min(r.sort_at) from messages r where r.client_id = $1 and r.thread_id = $2 and r.sort_at > m.sort_at
       and r.sort_at <= m.sort_at + interval '24 hours' and r.direction = 'OUTGOING' and r.status >= 1) as answered_at
   from messages m where m.client_id = $1 and m.thread_id = $2 and m.sort_at > now() - interval '72 hours'
     and m.direction = 'INCOMING' and m.extras ? 'referral'
   order by m.sort_at desc limit 1`,
);
/** The newest message of the last 72 hours with which the customer came from an ad, and when it was answered within a day. */
export async function findAdMessage(
  tx: TenantTx,
  threadId: string,
): Promise<{ at: Date; answered_at: Date | null } | null> {
  const [row] = await tx.rows<{ at: Date; answered_at: Date | null }>(find, [tx.clientId, threadId]);
  return row ?? null;
}
