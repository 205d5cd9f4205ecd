import type { ScimToken } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type UsedToken = {
  client_id: string;
  id: string;
  default_role: ScimToken['default_role'];
  needs_usage_update: boolean;
};

const usedStatement = statement(
  'scim.find_used_token',
  `select t.client_id, t.id, t.default_role, coalesce(t.last_used_at < now() - interval '1 minute', true) as needs_usage_update
   from scim_tokens t join shared_clients c on c.id = t.client_id and c.deleted_at is null where t.token_hash = $1`,
);

/** @param system of the role that sees every account */
export async function findUsedToken(system: Executor, hash: Buffer): Promise<UsedToken | null> {
  const [row] = await system.rows<UsedToken>(usedStatement, [hash]);
  return row ?? null;
}

const markStatement = statement(
  'scim.mark_token_used',
  `update scim_tokens set last_used_at = now(), last_used_ip = $3
   where client_id = $1 and id = $2 and coalesce(last_used_at < now() - interval '1 minute', true)`,
);

export async function markTokenUsed(system: Executor, { client_id, id }: UsedToken, ip: string): Promise<void> {
  await system.run(markStatement, [client_id, id, ip]);
}

export type TokenRow = {
  id: string;
  name: string;
  last4: string;
  default_role: ScimToken['default_role'];
  created_by: string;
  creator_name: string | null;
  creator_manages: boolean;
  request_hash: Buffer;
  created_at: Date;
  last_used_at: Date | null;
  last_used_ip: string | null;
};

const columns = `t.id, t.name, t.last4, t.default_role, t.created_by, m.name as creator_name,
  coalesce(m.role <> 'User' and m.suspended_at is null, false) as creator_manages, t.request_hash, t.created_at, t.last_used_at,
  t.last_used_ip
  from scim_tokens t left join shared_client_users m on m.client_id = t.client_id and m.user_id = t.created_by`;

const listStatement = statement(
  'scim.list_tokens',
  `select ${columns} where t.client_id = $1 order by t.created_at, t.id`,
);

export function listTokens(tx: TenantTx): Promise<TokenRow[]> {
  return tx.rows<TokenRow>(listStatement, [tx.clientId]);
}

const lockStatement = statement(
  'scim.lock_token',
  `select ${columns} where t.client_id = $1 and t.id = $2 for update of t`,
);

export async function lockToken(tx: TenantTx, id: string): Promise<TokenRow | null> {
  const [row] = await tx.rows<TokenRow>(lockStatement, [tx.clientId, id]);
  return row ?? null;
}

export type NewToken = Pick<TokenRow, 'id' | 'name' | 'last4' | 'default_role' | 'created_by' | 'request_hash'> & {
  hash: Buffer;
};

const insertStatement = statement(
  'scim.insert_token',
  `insert into scim_tokens (client_id, id, name, last4, token_hash, default_role, created_by, request_hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
);

/** @returns false when the id is taken */
export async function insertToken(tx: TenantTx, token: NewToken): Promise<boolean> {
  const { id, name, last4, hash, default_role, created_by, request_hash } = token;
  const values = [tx.clientId, id, name, last4, hash, default_role, created_by, request_hash];
  return (await tx.run(insertStatement, values)) === 1;
}

const changeStatement = statement(
  'scim.change_token',
  'update scim_tokens set name = coalesce($3, name), default_role = coalesce($4, default_role) where client_id = $1 and id = $2',
);

export async function changeToken(
  tx: TenantTx,
  id: string,
  change: { name?: string | undefined; default_role?: string | undefined },
): Promise<void> {
  await tx.run(changeStatement, [tx.clientId, id, change.name, change.default_role]);
}

const deleteStatement = statement('scim.delete_token', 'delete from scim_tokens where client_id = $1 and id = $2');

export async function deleteToken(tx: TenantTx, id: string): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId, id]);
}
