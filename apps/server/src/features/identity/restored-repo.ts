import { type Executor, statement } from '../../platform/db/sql.ts';

const sessionsStatement = statement(
  'identity.restored-sessions',
  `update sessions set revoked_at = now(), revoked_reason = 'restored' where revoked_at is null`,
);
const tokensStatement = statement('identity.restored-tokens', 'delete from one_time_tokens');
const flowsStatement = statement('identity.restored-flows', 'delete from oidc_flows');
const handoffsStatement = statement('identity.restored-handoffs', 'delete from auth_handoffs');

/**
 * After a restore from a backup: a session may have been ended since, and a code or link used, so none of them counts
 * any more. Everybody signs in again.
 */
export async function endRestoredSessions(tx: Executor): Promise<void> {
  for (const statement of [sessionsStatement, tokensStatement, flowsStatement, handoffsStatement])
    await tx.run(statement);
}
