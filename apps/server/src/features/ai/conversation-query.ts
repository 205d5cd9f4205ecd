import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { type MessageRow, messageColumns } from '../messaging/public.ts';

const recentStatement = statement(
  'ai.list_recent_messages',
  `select ${messageColumns('m')} from shared_messages m where m.client_id = $1 and m.thread_id = $2
   order by m.sort_at desc, m.id desc limit $3`,
);

/** The newest messages of a conversation, oldest first. */
export async function listRecentMessages(tx: TenantTx, threadId: string, limit: number): Promise<MessageRow[]> {
  return (await tx.rows<MessageRow>(recentStatement, [tx.clientId, threadId, limit])).reverse();
}

const namesStatement = statement(
  'ai.list_member_names',
  `select name from shared_client_users where client_id = $1 and user_id = any($2::uuid[])`,
);

/** Names of members, to leave them out of texts. */
export async function listMemberNames(tx: TenantTx, uids: readonly string[]): Promise<string[]> {
  return (await tx.rows<{ name: string }>(namesStatement, [tx.clientId, uids])).map(({ name }) => name);
}
