import type { ApplicationScope } from '@parley/contract/types';
import type { ApplicationRow } from '../../../platform/auth/access.ts';
import { type Executor, statement } from '../../../platform/db/sql.ts';
import { keepApplicationSession } from '../../identity/public.ts';
import { apiScopesOf } from './scopes.ts';

const accessStatement = statement(
  'assistants.find_access',
  `select client_id, id, user_id, name, scopes,
     coalesce(last_used_at < now() - interval '1 minute', true) as needs_usage_update
   from assistant_grants where access_hash = $1 and access_expires_at > now()`,
);

type Row = ApplicationRow & { scopes: ApplicationScope[] };

/** The application of a valid access token; whether its member still has access says the session. */
export async function findApplicationAccess(tx: Executor, hash: Buffer): Promise<ApplicationRow | null> {
  const [row] = await tx.rows<Row>(accessStatement, [hash]);
  return row === undefined ? null : { ...row, scopes: apiScopesOf(row.scopes) };
}

const usedStatement = statement(
  'assistants.mark_grant_used',
  `update assistant_grants set last_used_at = now(), last_used_ip = $3
   where client_id = $1 and id = $2 and coalesce(last_used_at < now() - interval '1 minute', true)`,
);

export async function markApplicationUsed(tx: Executor, clientId: string, id: string, ip: string): Promise<void> {
  if ((await tx.run(usedStatement, [clientId, id, ip])) === 1) await keepApplicationSession(tx, id, ip);
}
