import type { AiAction } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

const hasConsentStatement = statement(
  'ai.find_consent_of_account',
  `select exists (select from ai_members m join shared_client_users u on u.client_id = m.client_id and u.user_id = m.user_id
     where m.client_id = $1 and m.consents ->> $2 = $3) as agreed`,
);

/** Whether a member of the account agreed to what an action sends now. */
export async function hasConsentOfAccount(tx: TenantTx, action: AiAction, consentId: string): Promise<boolean> {
  const [row] = await tx.rows<{ agreed: boolean }>(hasConsentStatement, [tx.clientId, action, consentId]);
  return row?.agreed ?? false;
}
