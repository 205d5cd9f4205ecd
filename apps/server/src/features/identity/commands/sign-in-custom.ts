import { identitySchemas } from '@parley/contract';
import type { Tokens } from '@parley/contract/types';
import { decodeProtectedHeader, errors, importJWK, type JWTPayload, jwtVerify } from 'jose';
import { AppError } from '../../../platform/errors.ts';
import type { Caller, IdentityContext } from '../context.ts';
import { type CustomKeyRow, consumeCustomToken, findCustomKey } from '../provider-repo.ts';
import { isSubject, type ProviderIdentity, providerName } from '../rules.ts';
import { noteFailure } from './caller-limit.ts';
import { signInByProvider } from './sign-in-provider.ts';

/** Maximum lifetime of a token in seconds: it is issued just before the redirect. */
const longestLifeS = 300;
const clockToleranceS = 30;

/**
 * Signs in with a token of a program that the operator trusts (its public key is registered). Claims: `sub` the
 * program's own id of the user, `aud` this installation's public address, `iat`, `exp` at most 5 minutes later, `jti`
 * used once, and for a new user `email` and `name`.
 * @throws AppError('invalid-credential') for everything else; also the errors of `signInForeign`
 */
export async function signInByCustomToken(context: IdentityContext, token: string, caller: Caller): Promise<Tokens> {
  const checked = await check(context, token).catch((error: unknown) => {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  });
  if (checked === null) {
    await noteFailure(context, caller);
    throw refused();
  }
  const { key, jti, expiresAt, identity } = checked;
  return signInByProvider(context, { identity, method: 'custom', open: true, invitation: null }, caller, async (tx) => {
    if (!(await consumeCustomToken(tx, key.kid, jti, expiresAt))) throw refused();
  });
}

type Checked = { key: CustomKeyRow; jti: string; expiresAt: Date; identity: ProviderIdentity };

async function check(context: IdentityContext, token: string): Promise<Checked | null> {
  const kid = kidOf(token);
  const key = kid === undefined ? null : await findCustomKey(context.database, kid);
  if (key === null) return null;
  const { payload } = await jwtVerify(token, await importJWK(key.public_jwk, key.alg), {
    // The registered algorithm, never the one the token names.
    algorithms: [key.alg],
    audience: context.platform.publicUrl(),
    clockTolerance: clockToleranceS,
    maxTokenAge: longestLifeS,
    requiredClaims: ['sub', 'iat', 'exp', 'jti'],
  });
  return readClaims(key, payload);
}

function kidOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined; // There is no token.
  }
}

function readClaims(key: CustomKeyRow, payload: JWTPayload): Checked | null {
  const { sub, jti, iat = 0, exp = 0 } = payload;
  if (!isSubject(sub) || !isSubject(jti) || exp - iat > longestLifeS) return null;
  const email = identitySchemas.email.safeParse(payload['email']);
  return {
    key,
    jti,
    // A token is rejected as expired from here on, so its jti need not be stored longer.
    expiresAt: new Date((exp + 2 * clockToleranceS) * 1_000),
    identity: {
      providerId: `custom:${key.name}`,
      issuer: `custom:${key.name}`,
      subject: sub,
      email: email.success ? email.data : null,
      emailVerified: payload['email_verified'] === true,
      name: providerName(payload['name']),
      trusted: true,
    },
  };
}

function refused(): AppError {
  const msg = 'This sign-in token is wrong, used or too old.';
  return new AppError('invalid-credential', { data: [{ field: 'token', msg }] });
}
