import { type Executor, statement } from '../../platform/db/sql.ts';

// ---- identities at providers ----

const bySubject = statement(
  'identity.find_user_by_subject',
  `update user_identities set last_used_at = now() where issuer = $1 and subject = $2 returning user_id`,
);

/** The user with an identity; records its use. */
export async function findUserBySubject(tx: Executor, issuer: string, subject: string): Promise<string | null> {
  const [row] = await tx.rows<{ user_id: string }>(bySubject, [issuer, subject]);
  return row?.user_id ?? null;
}

const otherSubject = statement(
  'identity.find_other_subject',
  'select exists (select from user_identities where user_id = $1 and issuer = $2) as found',
);

/** Whether a user has an identity at an issuer. */
export async function hasIdentityAt(tx: Executor, userId: string, issuer: string): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(otherSubject, [userId, issuer]);
  return row?.found === true;
}

export type NewIdentity = {
  userId: string;
  issuer: string;
  subject: string;
  providerId: string;
  name: string | null;
  email: string | null;
};

const insertIdentity = statement(
  'identity.insert_identity',
  `insert into user_identities (issuer, subject, user_id, provider_id, name, email) values ($1, $2, $3, $4, $5, $6)
   on conflict do nothing`,
);

/** @returns false when it belongs to a user already, also a concurrent one */
export async function addIdentity(tx: Executor, identity: NewIdentity): Promise<boolean> {
  const { issuer, subject, userId, providerId, name, email } = identity;
  return (await tx.run(insertIdentity, [issuer, subject, userId, providerId, name, email])) === 1;
}

export type IdentityRow = { provider_id: string; subject: string; name: string | null; email: string | null };

const identitiesOf = statement(
  'identity.list_identities',
  'select provider_id, subject, name, email from user_identities where user_id = $1 order by created_at, issuer, subject',
);

export function listIdentitiesOf(tx: Executor, userId: string): Promise<IdentityRow[]> {
  return tx.rows<IdentityRow>(identitiesOf, [userId]);
}

const deleteIdentity = statement(
  'identity.delete_identity',
  'delete from user_identities where user_id = $1 and provider_id = $2',
);

/** @returns the number of removed identities */
export function removeIdentities(tx: Executor, userId: string, providerId: string): Promise<number> {
  return tx.run(deleteIdentity, [userId, providerId]);
}

const demands = statement(
  'identity.list_provider_demands',
  `select c.id as client_id, c.name, c.sign_in_provider as provider_id,
     exists (select from sessions s where s.id = $2 and s.amr @> array['provider:' || c.sign_in_provider]) as met
   from user_memberships m join user_accounts c on c.id = m.client_id and c.deleted_at is null
   where m.user_id = $1 and m.suspended_at is null and c.sign_in_provider is not null order by lower(c.name), c.id`,
);

/** The accounts of a session's user that demand an identity provider, and whether the session signed in with it. */
export function listProviderDemands(
  tx: Executor,
  { uid, sid }: { uid: string; sid: string },
): Promise<{ client_id: string; name: string; provider_id: string; met: boolean }[]> {
  return tx.rows(demands, [uid, sid]);
}

// ---- flows ----

const insertFlow = statement(
  'identity.insert_flow',
  `insert into oidc_flows (state_hash, provider_id, secrets_enc, challenge, expires_at)
   values ($1, $2, $3, $4, now() + interval '10 minutes')`,
);

export async function addFlow(
  tx: Executor,
  flow: { stateHash: Buffer; providerId: string; secretsEnc: Buffer; challenge: Buffer | null },
): Promise<void> {
  await tx.run(insertFlow, [flow.stateHash, flow.providerId, flow.secretsEnc, flow.challenge]);
}

export type FlowRow = { provider_id: string; secrets_enc: Buffer; challenge: Buffer | null };

const takeFlowStatement = statement(
  'identity.take_flow',
  `delete from oidc_flows where state_hash = $1 and expires_at > now() returning provider_id, secrets_enc, challenge`,
);

/** Consumes a flow: the same state cannot be used again. */
export async function takeFlow(tx: Executor, stateHash: Buffer): Promise<FlowRow | null> {
  const [row] = await tx.rows<FlowRow>(takeFlowStatement, [stateHash]);
  return row ?? null;
}

const insertHandoff = statement(
  'identity.insert_handoff',
  `insert into auth_handoffs (hash, challenge, identity_enc, expires_at)
   values ($1, $2, $3, now() + interval '60 seconds')`,
);

export async function addHandoff(
  tx: Executor,
  handoff: { hash: Buffer; challenge: Buffer | null; identityEnc: Buffer },
): Promise<void> {
  await tx.run(insertHandoff, [handoff.hash, handoff.challenge, handoff.identityEnc]);
}

const takeHandoffStatement = statement(
  'identity.take_handoff',
  `delete from auth_handoffs where hash = $1 and challenge = $2 and expires_at > now() returning identity_enc`,
);

/** @returns null when it is unknown, used, older than a minute, or from another tab */
export async function takeHandoff(tx: Executor, hash: Buffer, challenge: Buffer): Promise<Buffer | null> {
  const [row] = await tx.rows<{ identity_enc: Buffer }>(takeHandoffStatement, [hash, challenge]);
  return row?.identity_enc ?? null;
}

// ---- tokens of the operator's keys ----

export type CustomKeyRow = { kid: string; name: string; alg: string; public_jwk: Record<string, unknown> };

const customKey = statement(
  'identity.find_custom_key',
  'select kid, name, alg, public_jwk from custom_token_keys where kid = $1 and revoked_at is null',
);

export async function findCustomKey(tx: Executor, kid: string): Promise<CustomKeyRow | null> {
  const [row] = await tx.rows<CustomKeyRow>(customKey, [kid]);
  return row ?? null;
}

const anyCustomKey = statement(
  'identity.has_custom_key',
  'select exists (select from custom_token_keys where revoked_at is null) as found',
);

export async function hasCustomKeys(tx: Executor): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(anyCustomKey);
  return row?.found === true;
}

const useCustom = statement(
  'identity.use_custom_token',
  'insert into custom_token_uses (kid, jti, expires_at) values ($1, $2, $3) on conflict do nothing',
);

/** @returns false for a token that was used before, also concurrently */
export async function consumeCustomToken(tx: Executor, kid: string, jti: string, expiresAt: Date): Promise<boolean> {
  return (await tx.run(useCustom, [kid, jti, expiresAt])) === 1;
}

const insertCustomKey = statement(
  'identity.insert_custom_key',
  'insert into custom_token_keys (kid, name, alg, public_jwk) values ($1, $2, $3, $4) on conflict do nothing',
);

export async function addCustomKey(tx: Executor, key: CustomKeyRow): Promise<boolean> {
  return (await tx.run(insertCustomKey, [key.kid, key.name, key.alg, JSON.stringify(key.public_jwk)])) === 1;
}

const revokeCustomKeyStatement = statement(
  'identity.revoke_custom_key',
  'update custom_token_keys set revoked_at = now() where kid = $1 and revoked_at is null',
);

export async function revokeCustomKey(tx: Executor, kid: string): Promise<boolean> {
  return (await tx.run(revokeCustomKeyStatement, [kid])) === 1;
}

const listCustomKeysStatement = statement(
  'identity.list_custom_keys',
  'select kid, name, alg, created_at, revoked_at from custom_token_keys order by created_at, kid',
);

export function listCustomKeys(
  tx: Executor,
): Promise<{ kid: string; name: string; alg: string; created_at: Date; revoked_at: Date | null }[]> {
  return tx.rows(listCustomKeysStatement);
}
