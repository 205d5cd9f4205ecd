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

const findAdStatement = statement(
  'messaging.find_ad',
  `select extras->'referral' as referral from messages
   where client_id = $1 and id = $2 and extras ? 'referral' and extras->'revoked_at' is null`,
);

/** What WhatsApp says of the ad or post that a message came from; null when it came from none. */
export async function findReferral(tx: TenantTx, messageId: string): Promise<Record<string, unknown> | null> {
  const [row] = await tx.rows<{ referral: Record<string, unknown> }>(findAdStatement, [tx.clientId, messageId]);
  return row?.referral ?? null;
}

const showAdStatement = statement(
  'messaging.set_ad_picture',
  `update messages set version = version + 1, extras = jsonb_set(extras, '{ad_picture_url}', to_jsonb($3::text))
   where client_id = $1 and id = $2 and extras ? 'referral' and extras->>'ad_picture_url' is distinct from $3
   returning version`,
);

/** Shows the picture of the ad with a message. @returns its new version; null when nothing changed */
export async function setAdPicture(tx: TenantTx, messageId: string, picture: string): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(showAdStatement, [tx.clientId, messageId, picture]);
  return row?.version ?? null;
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
