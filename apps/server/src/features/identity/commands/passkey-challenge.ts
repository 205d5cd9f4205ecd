import { randomBytes } from 'node:crypto';
import type { PasskeyCreation, PasskeyRequest } from '@parley/contract/types';
import type { UserActor } from '../../../platform/auth/actor.ts';
import type { Executor } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { addressGroup } from '../../../platform/http/address-group.ts';
import { type Caller, hashToken, type IdentityContext, requireRecent } from '../context.ts';
import { findPendingUser } from '../factor-repo.ts';
import { type ChallengePurpose, insertChallenge, listPasskeys, type PasskeyRow } from '../passkey-repo.ts';
import { type PasskeySite, passkeySite } from '../passkey-site.ts';
import { getUser } from '../repo.ts';
import { callerPolicy } from '../rules.ts';
import { takeLimited } from '../token-repo.ts';
import { refuseLimited } from './caller-limit.ts';
import { startAgain } from './pending-sign-in.ts';

/** Seconds in which the browser must answer: it may have to find a phone first. */
const lifeS = 300;
// COSE's numbers of EdDSA, ES256 and RS256, which between them every device knows.
const algorithms = [-8, -7, -257];

/**
 * What the browser makes a passkey with.
 * @throws AppError('requires-recent-login'), ('passkey_origin')
 */
export async function beginPasskey(context: IdentityContext, actor: UserActor): Promise<PasskeyCreation> {
  requireRecent(actor);
  const { rpId } = requireSite(context);
  const [user, keys] = await Promise.all([
    getUser(context.database, actor.uid),
    listPasskeys(context.database, actor.uid),
  ]);
  return {
    rp: { id: rpId, name: 'Parley' },
    user: { id: userHandleOf(actor.uid), name: user.email, displayName: user.display_name },
    challenge: await newChallenge(context.database, 'passkey_add', actor.uid),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: lifeS * 1_000,
    excludeCredentials: keys.map(credentialOf),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** What the browser uses a passkey of the signed-in user with. @throws AppError('passkey_origin') */
export function requestOwnPasskey(context: IdentityContext, actor: UserActor): Promise<PasskeyRequest> {
  return requestOf(context, 'passkey_proof', actor.uid);
}

/**
 * What the browser signs in with, alone or as the second factor of a sign-in.
 * @throws AppError('passkey_origin'), ('too_many_requests'); ('invalid-credential') with field `handle`
 */
export async function requestPasskey(
  context: IdentityContext,
  handle: string | undefined,
  caller: Caller,
): Promise<PasskeyRequest> {
  const key = context.limitKey('passkey challenges of a caller', addressGroup(caller.ip));
  refuseLimited(await takeLimited(context.database, key, callerPolicy.failures, callerPolicy.windowS));
  if (handle === undefined) return requestOf(context, 'passkey_sign_in', null);
  const uid = await findPendingUser(context.database, hashToken(handle));
  if (uid === null) throw startAgain();
  return requestOf(context, 'passkey_step', uid);
}

async function requestOf(
  context: IdentityContext,
  purpose: ChallengePurpose,
  uid: string | null,
): Promise<PasskeyRequest> {
  const { rpId } = requireSite(context);
  const keys = uid === null ? null : await listPasskeys(context.database, uid);
  return {
    rpId,
    challenge: await newChallenge(context.database, purpose, uid),
    timeout: lifeS * 1_000,
    ...(keys === null ? {} : { allowCredentials: keys.map(credentialOf) }),
    userVerification: 'required',
  };
}

async function newChallenge(tx: Executor, purpose: ChallengePurpose, userId: string | null): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await insertChallenge(tx, { hash: hashToken(challenge), purpose, userId, lifeS });
  return challenge;
}

/** @throws AppError('passkey_origin') where the public address allows no passkeys */
export function requireSite({ platform }: IdentityContext): PasskeySite {
  const site = passkeySite(platform.publicUrl());
  if (site !== null) return site;
  const message = `Passkeys need an https:// address with a name, not ${platform.publicUrl()}. The operator sets it as PUBLIC_URL.`;
  throw new AppError('passkey_origin', { message });
}

/** The user as passkeys know them. */
export function userHandleOf(uid: string): string {
  return Buffer.from(uid.replaceAll('-', ''), 'hex').toString('base64url');
}

function credentialOf({ credential_id: id, transports }: PasskeyRow) {
  return { type: 'public-key' as const, id: id.toString('base64url'), transports };
}
