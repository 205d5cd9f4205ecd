import { type Executor, statement } from '../../platform/db/sql.ts';

const sessionsStatement = statement(
  'identity.end_restored_sessions',
  `update sessions set revoked_at = now(), revoked_reason = 'restored' where revoked_at is null`,
);
const tokensStatement = statement('identity.end_restored_tokens', 'delete from one_time_tokens');
const flowsStatement = statement('identity.end_restored_flows', 'delete from oidc_flows');
const handoffsStatement = statement('identity.end_restored_handoffs', 'delete from auth_handoffs');

/**
 * After a restore from a backup: sessions may have ended since, and codes or links may have been used, so all of them
 * are ended. All users sign in again.
 */
export async function endRestoredSessions(tx: Executor): Promise<void> {
  for (const statement of [sessionsStatement, tokensStatement, flowsStatement, handoffsStatement])
    await tx.run(statement);
}
