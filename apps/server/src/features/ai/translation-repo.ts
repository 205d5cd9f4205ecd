import { statement, type TenantTx } from '../../platform/db/sql.ts';

const findStatement = statement(
  'ai.find_translation',
  `select text from ai_translations
   where client_id = $1 and message_id = $2 and language = $3 and source_hash = $4`,
);

/** @returns null when this text of the message was not translated yet */
export async function findTranslation(
  tx: TenantTx,
  messageId: string,
  language: string,
  sourceHash: Buffer,
): Promise<string | null> {
  const [row] = await tx.rows<{ text: string }>(findStatement, [tx.clientId, messageId, language, sourceHash]);
  return row?.text ?? null;
}

const putStatement = statement(
  'ai.put_translation',
  `insert into ai_translations (client_id, message_id, language, source_hash, text)
   values ($1, $2, $3, $4, $5)
   on conflict (client_id, message_id, language) do update set source_hash = $4, text = $5,
     created_at = date_trunc('milliseconds', now())`,
);

export async function putTranslation(
  tx: TenantTx,
  row: { messageId: string; language: string; sourceHash: Buffer; text: string },
): Promise<void> {
  await tx.run(putStatement, [tx.clientId, row.messageId, row.language, row.sourceHash, row.text]);
}
