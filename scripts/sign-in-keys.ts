// npm run sign-in-keys -- add NAME FILE | list | revoke KID: public keys whose tokens may sign users in (custom
// tokens). FILE is a public key as JWK or PEM: EC P-256, Ed25519 or RSA of 2048 bits and more.
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { addCustomKey, listCustomKeys, revokeCustomKey } from '../apps/server/src/features/identity/provider-repo.ts';
import { algorithmOf } from '../apps/server/src/features/identity/rules.ts';
import { OperatorError, withOperatorAccess } from '../apps/server/src/platform/db/operator.ts';
import { projectDir } from './prepare.mjs';

const [command, first, second] = process.argv.slice(2);
const usage = 'npm run sign-in-keys -- add NAME FILE | list | revoke KID';

/** The public part of a key file, whatever else is in it. */
function readPublicKey(file: string): JWK {
  const text = readFileSync(file, 'utf8').trim();
  const key = text.startsWith('{') ? createPublicKey({ key: JSON.parse(text), format: 'jwk' }) : createPublicKey(text);
  return key.export({ format: 'jwk' }) as JWK;
}

try {
  await withOperatorAccess(process.env, projectDir, async ({ database }) => {
    if (command === 'list') {
      for (const { kid, name, alg, created_at: at, revoked_at: revoked } of await listCustomKeys(database)) {
        console.log(`${kid}  ${alg}  ${name}  ${at.toISOString()}${revoked === null ? '' : '  revoked'}`);
      }
    } else if (command === 'add' && first !== undefined && second !== undefined) {
      if (!/^[a-z0-9-]{1,40}$/.test(first))
        throw new OperatorError('NAME must be lower-case letters, digits and dashes, at most 40');
      const jwk = readPublicKey(second);
      const alg = algorithmOf(jwk);
      if (alg === null)
        throw new OperatorError('FILE must hold an EC P-256 or Ed25519 key, or an RSA key of at least 2048 bits');
      const kid = await calculateJwkThumbprint(jwk);
      const added = await addCustomKey(database, { kid, name: first, alg, public_jwk: { ...jwk } });
      console.log(added ? `Added. Put "kid": "${kid}" into the header of your tokens.` : `${kid} already exists.`);
    } else if (command === 'revoke' && first !== undefined) {
      if (!(await revokeCustomKey(database, first))) throw new OperatorError(`There is no active key ${first}.`);
      console.log('Revoked.');
    } else {
      throw new OperatorError(usage);
    }
  });
} catch (error) {
  const known = error instanceof OperatorError || (error as { code?: string }).code === 'ENOENT';
  if (!known) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
