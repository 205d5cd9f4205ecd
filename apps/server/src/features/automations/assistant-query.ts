import { statement, type TenantTx } from '../../platform/db/sql.ts';

const onStatement = statement(
  'automations.is_assistant_on',
  `select exists (select from automation_assistants where client_id = $1 and is_on
     and ($2::uuid is null or channel_ids @> array[$2::uuid])) as found`,
);

/** Whether the account's AI assistant answers customers. @param channelId null: on any channel */
export async function isAssistantOn(tx: TenantTx, channelId: string | null): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(onStatement, [tx.clientId, channelId]);
  return row?.found === true;
}
