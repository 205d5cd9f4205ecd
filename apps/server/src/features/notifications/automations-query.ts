import type { NotificationItem } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

/* What automations tell members. They stand above: they fill the view. */

type AboutRow = NonNullable<NotificationItem['automation']>;

const aboutStatement = statement(
  'notifications.find_automations',
  'select id, name, paused_by as reason from notification_automations where client_id = $1 and id = any($2)',
);
export async function findAutomations(tx: TenantTx, ids: readonly string[]): Promise<Map<string, AboutRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<AboutRow>(aboutStatement, [tx.clientId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const unreadStatement = statement(
  'notifications.list_unread_automations',
  `select automation_id, in_app from notifications
   where client_id = $1 and user_id = $2 and read_at is null and automation_id is not null order by at desc`,
);
export type UnreadAutomation = { automation_id: string; in_app: boolean };
/** What is unread of automations. */
export function listUnreadAutomations(tx: TenantTx, userId: string): Promise<UnreadAutomation[]> {
  return tx.rows(unreadStatement, [tx.clientId, userId]);
}
