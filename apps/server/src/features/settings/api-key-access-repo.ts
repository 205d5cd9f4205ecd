import type { ApiKeyRow } from '../../platform/auth/access.ts';
import { type Executor, statement } from '../../platform/db/sql.ts';

const apiKey = statement(
  'auth.find_api_key',
  `select k.client_id, k.id, k.scopes, k.channel_ids, k.allowed_addresses,
     coalesce(k.last_used_at < now() - interval '1 minute', true) as needs_usage_update
   from api_keys k join shared_clients c on c.id = k.client_id and c.deleted_at is null
   join shared_client_users m on m.client_id = k.client_id and m.user_id = k.created_by and m.suspended_at is null
     and m.role <> 'User'
   where k.key_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
);

export async function findApiKey(tx: Executor, hash: Buffer): Promise<ApiKeyRow | null> {
  const [row] = await tx.rows<ApiKeyRow>(apiKey, [hash]);
  return row ?? null;
}

const apiKeyUsed = statement(
  'auth.mark_api_key_used',
  `update api_keys set last_used_at = now(), last_used_ip = $3
   where client_id = $1 and id = $2 and coalesce(last_used_at < now() - interval '1 minute', true)`,
);

export async function markApiKeyUsed(tx: Executor, clientId: string, id: string, ip: string): Promise<void> {
  await tx.run(apiKeyUsed, [clientId, id, ip]);
}
