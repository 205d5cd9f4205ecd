import { statement, type TenantTx } from '../../platform/db/sql.ts';

const insertStatement = statement(
  'automations.insert_stop',
  'insert into automation_stops (client_id, thread_id, created_by) values ($1, $2, $3) on conflict do nothing',
);
/** No automation runs in the conversation until it is done or a member starts the bot again. */
export async function stopBot(tx: TenantTx, threadId: string, author: string): Promise<void> {
  await tx.run(insertStatement, [tx.clientId, threadId, author]);
}

const deleteStatement = statement(
  'automations.delete_stops',
  'delete from automation_stops where client_id = $1 and thread_id = any($2)',
);
export async function startBot(tx: TenantTx, threadIds: readonly string[]): Promise<void> {
  if (threadIds.length > 0) await tx.run(deleteStatement, [tx.clientId, threadIds]);
}

const findStatement = statement(
  'automations.list_stopped',
  'select thread_id from automation_stops where client_id = $1 and thread_id = any($2)',
);
/** The conversations among these in which the bot is silent. */
export async function listStopped(tx: TenantTx, threadIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ thread_id: string }>(findStatement, [tx.clientId, threadIds]);
  return new Set(rows.map((row) => row.thread_id));
}

export async function isBotStopped(tx: TenantTx, threadId: string): Promise<boolean> {
  return (await listStopped(tx, [threadId])).has(threadId);
}
