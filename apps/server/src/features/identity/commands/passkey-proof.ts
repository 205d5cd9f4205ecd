import type { NewPasskey, PasskeyAnswer } from '@parley/contract/types';
import { logAudit } from '../../../platform/auth/audit.ts';
import type { Executor } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Caller, eventOf, hashToken, type IdentityContext } from '../context.ts';
import { type ChallengePurpose, findPasskey, useChallenge, usePasskey } from '../passkey-repo.ts';
import type { PasskeySite } from '../passkey-site.ts';
import { noteFailure } from './caller-limit.ts';
import { requireSite, userHandleOf } from './passkey-challenge.ts';

/** A passkey that was shown; `use` goes into the transaction of what it allows. */
export type ShownPasskey = { uid: string; use(tx: Executor): Promise<void> };

export type NewKey = { credentialId: Buffer; publicKey: Uint8Array; counter: number };

/** The library is large and seldom needed. */
const library = () => import('@simplewebauthn/server');

/**
 * Verifies that a passkey of a known user answered a challenge of ours; the challenge is used up whatever comes of it.
 * @param uid the user whose passkey it must be; null: the passkey tells
 * @throws AppError('invalid-credential') with field `passkey`; ('passkey_expired'), ('passkey_origin'),
 * ('passkey_unknown'); from `use` ('passkey_copied')
 */
export async function verifyPasskey(
  context: IdentityContext,
  answer: PasskeyAnswer,
  asked: { purpose: ChallengePurpose; uid: string | null },
  caller: Caller,
): Promise<ShownPasskey> {
  const log = (error: AppError) => {
    const event = { uid: asked.uid, clientId: null, target: asked.uid ?? '', detail: { reason: error.code } };
    logAudit(context.platform.log, eventOf(caller, 'passkey_refused', event));
    return error;
  };
  try {
    const { site, challenge } = await takeChallenge(context, answer.response.clientDataJSON, asked);
    const credentialId = Buffer.from(answer.id, 'base64url');
    const key = await findPasskey(context.database, credentialId);
    if (key === null || (asked.uid !== null && key.user_id !== asked.uid)) throw unknownPasskey();
    const { userHandle } = answer.response;
    if (userHandle != null && userHandle !== userHandleOf(key.user_id)) throw wrongPasskey();
    const counter = await signedCounter(site, challenge, answer, key.public_key);
    const use = async (tx: Executor) => {
      if (!(await usePasskey(tx, key.id, counter))) throw log(copiedPasskey());
    };
    return { uid: key.user_id, use };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await noteFailure(context, caller);
    throw log(error);
  }
}

async function signedCounter(
  { rpId, origin }: PasskeySite,
  challenge: string,
  answer: PasskeyAnswer,
  publicKey: Buffer,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { response, id, rawId, type } = answer;
  const { clientDataJSON, authenticatorData, signature } = response;
  const result = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    // The database compares the counters, so that answers at the same time cannot both pass.
    credential: { id, publicKey: new Uint8Array(publicKey), counter: -1 },
    requireUserVerification: true,
  }).catch(() => null);
  if (result === null || !result.verified) throw wrongPasskey();
  return result.authenticationInfo.newCounter;
}

/** Verifies a passkey that the browser has just made for a user. @throws as `verifyPasskey` */
export async function verifyNewPasskey(context: IdentityContext, uid: string, made: NewPasskey): Promise<NewKey> {
  const asked = { purpose: 'passkey_add', uid } as const;
  const { site, challenge } = await takeChallenge(context, made.response.clientDataJSON, asked);
  const { verifyRegistrationResponse } = await library();
  const { id, rawId, type } = made;
  const { clientDataJSON, attestationObject } = made.response;
  const result = await verifyRegistrationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
  }).catch(() => null);
  if (result === null || !result.verified) throw wrongPasskey();
  const { credential } = result.registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: credential.publicKey,
    counter: credential.counter,
  };
}

/** Uses up the challenge in an answer, and checks the page that it comes from. */
async function takeChallenge(
  context: IdentityContext,
  clientData: string,
  { purpose, uid }: { purpose: ChallengePurpose; uid: string | null },
): Promise<{ site: PasskeySite; challenge: string }> {
  const site = requireSite(context);
  const { challenge, origin } = readClientData(clientData);
  if (!(await useChallenge(context.database, { hash: hashToken(challenge), purpose, userId: uid }))) {
    throw refusal('passkey_expired', 'This took too long or was sent twice. Start again.');
  }
  if (origin !== site.origin) {
    throw refusal('passkey_origin', `Passkeys work only at ${site.origin}. Open Parley there and try again.`);
  }
  return { site, challenge };
}

function readClientData(encoded: string): { challenge: string; origin: string } {
  try {
    const { challenge, origin } = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Record<string, unknown>;
    if (typeof challenge === 'string' && typeof origin === 'string') return { challenge, origin };
  } catch {
    // No JSON.
  }
  throw wrongPasskey();
}

function unknownPasskey(): AppError {
  return refusal('passkey_unknown', 'This passkey was removed here. Sign in another way, then add it again.');
}

function copiedPasskey(): AppError {
  const msg = 'This passkey may have been copied, so it was refused. Sign in another way and remove it.';
  return refusal('passkey_copied', msg);
}

function wrongPasskey(): AppError {
  return refusal('invalid-credential', 'The passkey couldn’t be verified. Try again, or use another way.');
}

function refusal(
  code: 'passkey_unknown' | 'passkey_copied' | 'passkey_expired' | 'passkey_origin' | 'invalid-credential',
  msg: string,
): AppError {
  return new AppError(code, { data: [{ field: 'passkey', msg }] });
}
