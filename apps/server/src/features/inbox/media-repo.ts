import { statement, type TenantTx } from '../../platform/db/sql.ts';

const noteStatement = statement(
  'messages_note_media',
  `update messages set content = content || $3::jsonb, version = version + 1 where client_id = $1 and id = $2
   returning version`,
);

/** Adds to what a message keeps of its file. @returns its new version, null when there is no such message */
export async function noteMedia(
  tx: TenantTx,
  messageId: string,
  patch: Record<string, unknown>,
): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(noteStatement, [tx.clientId, messageId, JSON.stringify(patch)]);
  return row?.version ?? null;
}
