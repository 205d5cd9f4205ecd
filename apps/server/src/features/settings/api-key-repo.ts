import type { ApiKey, Scope } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type ApiKeyRow = {
  id: string;
  name: string;
  last4: string;
  scopes: Scope[];
  channel_ids: string[] | null;
  allowed_addresses: string[];
  created_by: string;
  creator_name: string | null;
  request_hash: Buffer;
  created_at: Date;
  expires_at: Date | null;
  expired: boolean;
  paused_because: ApiKey['paused_because'];
  last_used_at: Date | null;
  last_used_ip: string | null;
};

const columns = `k.id, k.name, k.last4, k.scopes, k.channel_ids, k.allowed_addresses, k.created_by,
  m.name as creator_name, k.request_hash, k.created_at, k.expires_at, coalesce(k.expires_at <= now(), false) as expired,
  case when m.user_id is null then 'creator_left' when m.suspended_at is not null then 'creator_suspended'
    when m.role = 'User' then 'creator_is_user' end as paused_because,
  k.last_used_at, k.last_used_ip
  from api_keys k left join shared_client_users m on m.client_id = k.client_id and m.user_id = k.created_by`;

const pageStatement = statement(
  'settings.list_api_keys',
  `select ${columns} where k.client_id = $1 and k.revoked_at is null and (k.created_at, k.id) < ($2, $3)
   order by k.created_at desc, k.id desc limit $4`,
);

export type ApiKeyPosition = { at: Date; id: string };

/** Keys that are not revoked, newest first. */
export function listApiKeys(tx: TenantTx, before: ApiKeyPosition, limit: number): Promise<ApiKeyRow[]> {
  return tx.rows<ApiKeyRow>(pageStatement, [tx.clientId, before.at, before.id, limit]);
}

const oneStatement = statement(
  'settings.find_api_key',
  `select ${columns} where k.client_id = $1 and k.id = $2 for update of k`,
);
const livingStatement = statement(
  'settings.lock_api_key',
  `select ${columns} where k.client_id = $1 and k.id = $2 and k.revoked_at is null for update of k`,
);

/** A key, whether revoked or not. */
export async function findApiKeyRow(tx: TenantTx, id: string): Promise<ApiKeyRow | null> {
  const [row] = await tx.rows<ApiKeyRow>(oneStatement, [tx.clientId, id]);
  return row ?? null;
}

/** A key that is not revoked, locked until the transaction ends. */
export async function lockApiKey(tx: TenantTx, id: string): Promise<ApiKeyRow | null> {
  const [row] = await tx.rows<ApiKeyRow>(livingStatement, [tx.clientId, id]);
  return row ?? null;
}

export type NewApiKeyRow = {
  id: string;
  name: string;
  last4: string;
  keyHash: Buffer;
  scopes: readonly string[];
  channelIds: readonly string[] | null;
  allowedAddresses: readonly string[];
  createdBy: string;
  requestHash: Buffer;
  days: number | null;
};

// The account's row is locked, so that concurrent requests cannot exceed the limit together.
const lockClient = statement('settings.lock_client', 'select id from shared_clients where id = $1 for update');
const countStatement = statement(
  'settings.count_api_keys',
  `select count(*)::int as n from api_keys
   where client_id = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
);
const insertStatement = statement(
  'settings.insert_api_key',
  `insert into api_keys (client_id, id, name, last4, key_hash, scopes, channel_ids, allowed_addresses, created_by,
     request_hash, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(days => $11)) on conflict do nothing`,
);

/** The number of active keys, which cannot grow until the transaction ends. */
export async function countActiveKeys(tx: TenantTx): Promise<number> {
  await tx.rows(lockClient, [tx.clientId]);
  const [row] = await tx.rows<{ n: number }>(countStatement, [tx.clientId]);
  return row?.n ?? 0;
}

/** @returns false when the id is taken */
export async function insertApiKey(tx: TenantTx, key: NewApiKeyRow): Promise<boolean> {
  return (
    (await tx.run(insertStatement, [
      tx.clientId,
      key.id,
      key.name,
      key.last4,
      key.keyHash,
      key.scopes,
      key.channelIds,
      key.allowedAddresses,
      key.createdBy,
      key.requestHash,
      key.days,
    ])) === 1
  );
}

const endStatement = statement(
  'settings.limit_api_key',
  `update api_keys set expires_at = least(expires_at, now() + make_interval(hours => $3)) where client_id = $1 and id = $2`,
);

/** Limits the key's remaining lifetime to these hours. */
export async function limitApiKey(tx: TenantTx, id: string, hours: number): Promise<void> {
  await tx.run(endStatement, [tx.clientId, id, hours]);
}

const revokeStatement = statement(
  'settings.revoke_api_key',
  'update api_keys set revoked_at = now() where client_id = $1 and id = $2 and revoked_at is null',
);

export async function revokeApiKey(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(revokeStatement, [tx.clientId, id])) === 1;
}

const revokeKeys = statement(
  'settings.revoke_keys_of_member',
  'update api_keys set revoked_at = now() where client_id = $1 and created_by = $2 and revoked_at is null',
);

/** Ends the API keys that a member created, because the member knows their text. */
export async function revokeKeysOf(tx: TenantTx, userId: string): Promise<void> {
  await tx.run(revokeKeys, [tx.clientId, userId]);
}

const namesStatement = statement(
  'settings.list_key_names',
  'select id, name from api_keys where client_id = $1 order by created_at desc, id desc limit 1000',
);

export function listKeyNames(tx: TenantTx): Promise<{ id: string; name: string }[]> {
  return tx.rows(namesStatement, [tx.clientId]);
}
