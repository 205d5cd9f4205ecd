import { statement, type TenantTx } from '../../../platform/db/sql.ts';

export type OrderRow = { id: string; thread_id: string; timestamp: Date; content: Record<string, unknown> };

/** Of one contact: more than anybody looks through. */
const mostOrders = 200;

const listStatement = statement(
  'messaging.list_orders',
  `select o.id, o.thread_id, o."timestamp", o.content from unnest($2::uuid[]) as x(thread_id) cross join lateral (
     select m.id, m.thread_id, m."timestamp", m.content, m.sort_at from messages m
     where m.client_id = $1 and m.thread_id = x.thread_id and m.type = 'order' and m.direction = 'INCOMING'
     order by m.sort_at desc, m.id desc limit $3
   ) o order by o.sort_at desc, o.id desc limit $3`,
);

/** The newest orders in threads: they are messages, and are exported, merged and erased with them. */
export function listOrders(tx: TenantTx, threadIds: readonly string[]): Promise<OrderRow[]> {
  return tx.rows(listStatement, [tx.clientId, threadIds, mostOrders]);
}
