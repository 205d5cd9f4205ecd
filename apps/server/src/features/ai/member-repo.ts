import type { AiAction } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type MemberRow = { consents: Partial<Record<AiAction, string>>; language: string | null };

const findStatement = statement(
  'ai.find_member',
  'select consents, language from ai_members where client_id = $1 and user_id = $2',
);

export async function findMember(tx: TenantTx, uid: string): Promise<MemberRow> {
  const [row] = await tx.rows<MemberRow>(findStatement, [tx.clientId, uid]);
  return row ?? { consents: {}, language: null };
}

const putConsentStatement = statement(
  'ai.put_consent',
  `insert into ai_members (client_id, user_id, consents) values ($1, $2, jsonb_build_object($3::text, $4::text))
   on conflict (client_id, user_id) do update set consents = ai_members.consents || jsonb_build_object($3::text, $4::text)`,
);

export async function putConsent(tx: TenantTx, uid: string, action: AiAction, consentId: string): Promise<void> {
  await tx.run(putConsentStatement, [tx.clientId, uid, action, consentId]);
}

const putLanguageStatement = statement(
  'ai.put_language',
  `insert into ai_members (client_id, user_id, language) values ($1, $2, $3)
   on conflict (client_id, user_id) do update set language = $3`,
);

export async function putLanguage(tx: TenantTx, uid: string, language: string): Promise<void> {
  await tx.run(putLanguageStatement, [tx.clientId, uid, language]);
}
