import type { Role } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type FormerMemberRow = { user_id: string; name: string; role: Role; version: number };

const columns = 'user_id, name, role, version';

const lastStatement = statement(
  'team.list_former_members',
  `select ${columns} from former_members where client_id = $1 order by removed_at desc limit 500`,
);

/** Who left last, for the names on what they wrote; at most 500. */
export function listFormerMembers(tx: TenantTx): Promise<FormerMemberRow[]> {
  return tx.rows<FormerMemberRow>(lastStatement, [tx.clientId]);
}

const byIdStatement = statement(
  'team.find_former_members',
  `select ${columns} from former_members where client_id = $1 and user_id = any($2)`,
);

export function findFormerMembers(tx: TenantTx, userIds: readonly string[]): Promise<FormerMemberRow[]> {
  return tx.rows<FormerMemberRow>(byIdStatement, [tx.clientId, userIds]);
}
