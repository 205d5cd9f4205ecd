import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { Executor } from '../db/sql.ts';
import type { Platform } from '../platform.ts';
import { listSigningKeys, lockSigningKeys, replaceSigningKey, type SigningKeyRow } from './repo.ts';

const reloadForSigningMs = 6 * 3_600_000;
// Tokens with made-up key ids must not cost a database read each.
const reloadForUnknownMs = 5_000;

type SigningKey = { kid: string; privateKey: CryptoKey };

/** The ES256 keys of this installation; every process reads the same ones from the database. */
export type SigningKeys = {
  signer(): Promise<SigningKey>;
  /** The public key of a key id, or undefined when there is none or it has expired. */
  verifier(kid: string): Promise<CryptoKey | undefined>;
};

/**
 * Loads the keys, creating the first one under a lock; a key older than 90 days is replaced, and its predecessor
 * still verifies for 25 hours.
 * @throws when the stored private key was sealed with another installation key
 */
export async function loadSigningKeys(platform: Pick<Platform, 'db' | 'secrets'>): Promise<SigningKeys> {
  let loadedAtMs = 0;
  let signer: SigningKey;
  let verifiers = new Map<string, CryptoKey>();

  async function load(): Promise<void> {
    loadedAtMs = Date.now();
    const rows = await currentKeys(platform);
    const [newest] = rows;
    if (newest === undefined) throw new Error('no signing key');
    signer = { kid: newest.kid, privateKey: await privateKeyOf(platform, newest) };
    verifiers = new Map(
      await Promise.all(rows.map(async (row) => [row.kid, await importEs256(row.public_jwk)] as const)),
    );
  }

  await load();
  return {
    async signer() {
      if (Date.now() - loadedAtMs > reloadForSigningMs) await load();
      return signer;
    },
    async verifier(kid) {
      if (!verifiers.has(kid) && Date.now() - loadedAtMs > reloadForUnknownMs) await load();
      return verifiers.get(kid);
    },
  };
}

async function currentKeys(platform: Pick<Platform, 'db' | 'secrets'>): Promise<SigningKeyRow[]> {
  const mustReplace = (row: SigningKeyRow | undefined) =>
    row === undefined || row.stale || isOfPreviousKey(platform.secrets, row);
  const rows = await listSigningKeys(platform.db.system.statements('identity'));
  if (!mustReplace(rows[0])) return rows;
  return platform.db.system.transaction('identity', async (tx) => {
    await lockSigningKeys(tx);
    const [newest] = await listSigningKeys(tx);
    if (mustReplace(newest)) await makeKey(tx, platform);
    return listSigningKeys(tx);
  });
}

/**
 * After a change of the installation's key the next signing key is sealed with it.
 * @throws when no known key sealed it
 */
function isOfPreviousKey(secrets: Platform['secrets'], row: SigningKeyRow): boolean {
  if (!secrets.isSealedBefore(row.private_enc)) return false;
  openSigningKey(secrets, row);
  return true;
}

async function makeKey(tx: Executor, platform: Pick<Platform, 'secrets'>): Promise<void> {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
  await replaceSigningKey(tx, { kid, publicJwk, privateEnc: platform.secrets.seal(privateJwk, sealContext(kid)) });
}

function sealContext(kid: string): string {
  return `signing_keys.private_enc.${kid}`;
}

/** The private key of a row as JWK. @throws when it was sealed with another installation key */
export function openSigningKey(secrets: Platform['secrets'], row: SigningKeyRow): SigningKeyRow['public_jwk'] {
  return JSON.parse(secrets.open(row.private_enc, sealContext(row.kid)));
}

async function privateKeyOf(platform: Pick<Platform, 'secrets'>, row: SigningKeyRow): Promise<CryptoKey> {
  return importEs256(openSigningKey(platform.secrets, row));
}

async function importEs256(jwk: SigningKeyRow['public_jwk']): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256');
  if (key instanceof Uint8Array) throw new Error('an ES256 key is not symmetric');
  return key;
}
