import type { Restrictions, Role } from '@parley/contract/types';
import { type Executor, statement } from '../db/sql.ts';

export type SigningKeyRow = {
  kid: string;
  public_jwk: { kty: string; crv: string; x: string; y: string };
  private_enc: Buffer;
  /** Old enough that a new key should take over. */
  stale: boolean;
};

const keyColumns = `kid, public_jwk, private_enc, not_before < now() - interval '90 days' as stale`;
const listKeys = statement(
  'auth.list_keys',
  `select ${keyColumns} from signing_keys where retired_at is null or retired_at > now()
   order by not_before desc, kid`,
);

/** Keys that may have signed a token that is still valid, newest first. */
export function listSigningKeys(tx: Executor): Promise<SigningKeyRow[]> {
  return tx.rows<SigningKeyRow>(listKeys);
}

const lockKeys = statement('auth.lock_keys', 'select pg_advisory_xact_lock(7261553002)');

/** Prevents other processes from creating a key until the transaction ends. */
export async function lockSigningKeys(tx: Executor): Promise<void> {
  await tx.run(lockKeys);
}

// A process that has not reloaded still signs with the old key, so the old key stays valid for another day.
const retireKeys = statement(
  'auth.retire_keys',
  `update signing_keys set retired_at = now() + interval '25 hours' where retired_at is null`,
);
const insertKey = statement(
  'auth.insert_key',
  `insert into signing_keys (kid, alg, public_jwk, private_enc) values ($1, 'ES256', $2, $3)`,
);

/** Adds the key that signs from now on and sets the expiry of earlier ones. */
export async function replaceSigningKey(
  tx: Executor,
  key: { kid: string; publicJwk: unknown; privateEnc: Buffer },
): Promise<void> {
  await tx.run(retireKeys);
  await tx.run(insertKey, [key.kid, JSON.stringify(key.publicJwk), key.privateEnc]);
}

export type SessionAccessRow = {
  auth_time: Date;
  client_id: string | null;
  role: Role | null;
  restrictions: Partial<Restrictions> | null;
  user_restrictions: Partial<Restrictions> | null;
  users_may_delete_all_contacts: boolean | null;
  access_changed_at: Date | null;
  /** The account demands two-step verification, and this user has none. */
  lacks_second_factor: boolean;
  /** The identity provider that the account demands, and that this session did not sign in with. */
  needs_provider: string | null;
  group_ids: string[] | null;
};

/*
 * The one statement of every call: session, user, membership and account row, each by its key; groups only of members
 * restricted to assigned conversations.
 */
const sessionAccessStatement = statement(
  'auth.find_access',
  `select s.auth_time, c.id as client_id, case when c.id is not null then m.role end as role,
     m.restrictions, c.user_restrictions, c.users_may_delete_all_contacts,
     coalesce(c.require_two_step_verification, false) and (
       select f.id from user_factors f where f.user_id = s.user_id and f.kind = 'totp' and f.confirmed_at is not null
     ) is null and not exists (select from user_passkeys k where k.user_id = s.user_id) as lacks_second_factor,
     case when not s.amr @> array['provider:' || c.sign_in_provider] then c.sign_in_provider end as needs_provider,
     greatest(m.access_changed_at, c.users_access_changed_at) as access_changed_at,
     case when m.role = 'User' and (m.restrictions @> '{"only_assigned": true}' or c.user_restrictions @> '{"only_assigned": true}')
       then array(select g.group_id from user_group_members g where g.client_id = m.client_id and g.user_id = m.user_id
         order by g.group_id) end as group_ids
   from sessions s
   join users u on u.id = s.user_id and u.disabled_at is null
   left join client_users m on m.client_id = $3::uuid and m.user_id = s.user_id and m.suspended_at is null
   left join clients c on c.id = m.client_id and c.deleted_at is null
   where s.id = $1 and s.user_id = $2 and s.revoked_at is null
     and s.idle_expires_at > now() and s.absolute_expires_at > now()`,
);

/**
 * The current state of a session and, where one is named, of its membership.
 * @returns null when the session ended or the user is disabled; `client_id` null when there is no such membership
 */
export async function findSessionAccess(
  tx: Executor,
  sid: string,
  uid: string,
  clientId: string | null,
): Promise<SessionAccessRow | null> {
  const [row] = await tx.rows<SessionAccessRow>(sessionAccessStatement, [sid, uid, clientId]);
  return row ?? null;
}

export type ApiKeyRow = {
  client_id: string;
  id: string;
  scopes: string[];
  channel_ids: string[] | null;
  allowed_addresses: string[];
  /** The last stored use is over a minute ago, or there is none. */
  needs_usage_update: boolean;
};

const apiKey = statement(
  'auth.find_api_key',
  `select k.client_id, k.id, k.scopes, k.channel_ids, k.allowed_addresses,
     coalesce(k.last_used_at < now() - interval '1 minute', true) as needs_usage_update
   from api_keys k join clients c on c.id = k.client_id and c.deleted_at is null
   join client_users m on m.client_id = k.client_id and m.user_id = k.created_by and m.suspended_at is null
     and m.role <> 'User'
   where k.key_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
);

/**
 * Across accounts: by the hash alone, because its account chose the id.
 * @returns null when no active key has the hash; a key is inactive while its creator could not create it: suspended, or
 * a User
 */
export async function findApiKey(tx: Executor, hash: Buffer): Promise<ApiKeyRow | null> {
  const [row] = await tx.rows<ApiKeyRow>(apiKey, [hash]);
  return row ?? null;
}

const apiKeyUsed = statement(
  'auth.mark_api_key_used',
  `update api_keys set last_used_at = now(), last_used_ip = $3
   where client_id = $1 and id = $2 and coalesce(last_used_at < now() - interval '1 minute', true)`,
);

/** Stores a use; one of several concurrent calls writes. */
export async function markApiKeyUsed(tx: Executor, clientId: string, id: string, ip: string): Promise<void> {
  await tx.run(apiKeyUsed, [clientId, id, ip]);
}
