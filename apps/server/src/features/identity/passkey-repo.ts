import { type Executor, statement } from '../../platform/db/sql.ts';
import { maxPasskeys } from './rules.ts';

export type PasskeyRow = {
  id: string;
  name: string;
  credential_id: Buffer;
  transports: string[];
  created_at: Date;
  used_at: Date | null;
};
export type PasskeyKey = { id: string; user_id: string; public_key: Buffer };

const listStatement = statement(
  'identity.list_passkeys',
  `select id, name, credential_id, transports, created_at, used_at from user_passkeys
   where user_id = $1 order by created_at, id`,
);

/** The passkeys of a user, the oldest first. */
export function listPasskeys(tx: Executor, userId: string): Promise<PasskeyRow[]> {
  return tx.rows<PasskeyRow>(listStatement, [userId]);
}

const findStatement = statement(
  'identity.find_passkey',
  'select id, user_id, public_key from user_passkeys where credential_id = $1',
);

export async function findPasskey(tx: Executor, credentialId: Buffer): Promise<PasskeyKey | null> {
  const [row] = await tx.rows<PasskeyKey>(findStatement, [credentialId]);
  return row ?? null;
}

export type NewPasskeyRow = {
  id: string;
  userId: string;
  credentialId: Buffer;
  publicKey: Uint8Array;
  counter: number;
  transports: readonly string[];
  name: string;
};

const insertStatement = statement(
  'identity.insert_passkey',
  `insert into user_passkeys (id, user_id, credential_id, public_key, counter, transports, name)
   select $1, $2, $3, $4, $5, $6, $7
   where (select count(*) from user_passkeys where user_id = $2) < ${maxPasskeys}
   on conflict (credential_id) do nothing`,
);

/** @returns false when the key is registered already, or the user, whose row must be locked, has as many as possible */
export async function insertPasskey(tx: Executor, row: NewPasskeyRow): Promise<boolean> {
  const { id, userId, credentialId, publicKey, counter, transports, name } = row;
  return (
    (await tx.run(insertStatement, [id, userId, credentialId, Buffer.from(publicKey), counter, transports, name])) === 1
  );
}

const useStatement = statement(
  'identity.use_passkey',
  `update user_passkeys set counter = $2, used_at = now()
   where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
);

/** @returns false when the key has shown this counter, or a later one, before: there are two of it; or it is gone */
export async function usePasskey(tx: Executor, id: string, counter: number): Promise<boolean> {
  return (await tx.run(useStatement, [id, counter])) === 1;
}

const renameStatement = statement(
  'identity.rename_passkey',
  `update user_passkeys k set name = $3 from (select id, name from user_passkeys where id = $2 and user_id = $1 for update) old
   where k.id = old.id returning old.name`,
);

/** @returns the name before; null when the user has no such passkey */
export async function renamePasskey(tx: Executor, userId: string, id: string, name: string): Promise<string | null> {
  const [row] = await tx.rows<{ name: string }>(renameStatement, [userId, id, name]);
  return row?.name ?? null;
}

const deleteStatement = statement(
  'identity.delete_passkey',
  'delete from user_passkeys where id = $2 and user_id = $1 returning name',
);

/** @returns its name; null when the user has no such passkey */
export async function deletePasskey(tx: Executor, userId: string, id: string): Promise<string | null> {
  const [row] = await tx.rows<{ name: string }>(deleteStatement, [userId, id]);
  return row?.name ?? null;
}

// ---- challenges ----

/** What a challenge was made for: it is good for nothing else. */
export type ChallengePurpose = 'passkey_add' | 'passkey_proof' | 'passkey_sign_in' | 'passkey_step';

const insertChallengeStatement = statement(
  'identity.insert_passkey_challenge',
  `insert into one_time_tokens (hash, purpose, user_id, expires_at)
   values ($1, $2, $3, now() + make_interval(secs => $4))`,
);

/** @param userId null for a sign-in whose user only the passkey tells */
export async function insertChallenge(
  tx: Executor,
  challenge: { hash: Buffer; purpose: ChallengePurpose; userId: string | null; lifeS: number },
): Promise<void> {
  const { hash, purpose, userId, lifeS } = challenge;
  await tx.run(insertChallengeStatement, [hash, purpose, userId, lifeS]);
}

const useChallengeStatement = statement(
  'identity.use_passkey_challenge',
  `update one_time_tokens set used_at = now()
   where hash = $1 and purpose = $2 and user_id is not distinct from $3::uuid and used_at is null and expires_at > now()`,
);

/** @returns false when it is unknown, for another purpose or user, used or past its end */
export async function useChallenge(
  tx: Executor,
  challenge: { hash: Buffer; purpose: ChallengePurpose; userId: string | null },
): Promise<boolean> {
  return (await tx.run(useChallengeStatement, [challenge.hash, challenge.purpose, challenge.userId])) === 1;
}
