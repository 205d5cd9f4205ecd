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
