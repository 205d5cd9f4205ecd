import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const findStatement = statement(
  'messaging.find_text',
  `select content->>'body' as text, direction = 'OUTGOING' as outgoing from messages
   where client_id = $1 and id = $2 and type = 'text' and extras->'revoked_at' is null`,
);

/** The text of a message; null when it has none any more. */
export async function findText(tx: TenantTx, messageId: string): Promise<{ text: string; outgoing: boolean } | null> {
  const [row] = await tx.rows<{ text: string; outgoing: boolean }>(findStatement, [tx.clientId, messageId]);
  return row ?? null;
}

const showStatement = statement(
  'messaging.set_link_preview',
  `update messages set version = version + 1,
     extras = jsonb_set(coalesce(extras, '{}'::jsonb), '{link_preview}', $4::jsonb)
   where client_id = $1 and id = $2 and type = 'text' and content->>'body' = $3
     and extras->'link_preview' is distinct from $4::jsonb
   returning version`,
);

/** Shows a preview with a message that still has this text. @returns its new version; null when nothing changed */
export async function setLinkPreview(
  tx: TenantTx,
  messageId: string,
  text: string,
  preview: Record<string, unknown>,
): Promise<number | null> {
  const values = [tx.clientId, messageId, text, JSON.stringify(preview)];
  const [row] = await tx.rows<{ version: number }>(showStatement, values);
  return row?.version ?? null;
}
