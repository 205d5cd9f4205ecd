import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const noteStatement = statement(
  'messaging.update_media',
  `update messages set content = content || $3::jsonb, version = version + 1 where client_id = $1 and id = $2
   returning version`,
);

/** Merges a patch into the content of a message. @returns its new version; null when there is no such message */
export async function updateMessageMedia(
  tx: TenantTx,
  messageId: string,
  patch: Record<string, unknown>,
): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(noteStatement, [tx.clientId, messageId, JSON.stringify(patch)]);
  return row?.version ?? null;
}
