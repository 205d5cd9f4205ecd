import type { Tokens } from '@parley/contract/types';
import type { Executor } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { openPayload } from '../code-emails.ts';
import { type Caller, hashToken, type IdentityContext } from '../context.ts';
import { createUser } from '../repo.ts';
import { consumeOneTimeToken, tryOneTimeCode, type UsedCode } from '../token-repo.ts';
import { findUserByEmail } from '../user-repo.ts';
import { noteFailure } from './caller-limit.ts';
import { answerSignIn, type OpenedSession, openSession, type PendingSignIn } from './open-session.ts';
import type { PendingSignUp } from './sign-up.ts';
import { verifyAddress } from './verify-address.ts';

type Outcome = { opened: OpenedSession | PendingSignIn; settle: () => void } | null;

/**
 * Signs in with an emailed code, or creates the user who signed up with it.
 * @throws AppError('invalid-credential') for a code that is wrong, used, expired or tried five times;
 * ('user-disabled'); ('too_many_requests')
 */
export async function signInByCode(
  context: IdentityContext,
  input: { handle: string; code: string },
  caller: Caller,
): Promise<Tokens> {
  const hashes = { handle: hashToken(input.handle), code: context.codeHash(input.handle, input.code) };
  const outcome = await context.transact(async (tx): Promise<Outcome> => {
    // A failed attempt must be committed, so its result is returned, not thrown.
    const used = await tryOneTimeCode(tx, hashes, ['code', 'sign_up'], null);
    if (used === null || !used.matched) return null;
    return enter(context, tx, used.email, 'code', caller, () => createFrom(context, tx, input.handle, used));
  });
  return settle(context, outcome, 'code', caller);
}

/** The same with an emailed link. */
export async function signInByLink(context: IdentityContext, link: string, caller: Caller): Promise<Tokens> {
  const outcome = await context.transact(async (tx): Promise<Outcome> => {
    const used = await consumeOneTimeToken(tx, hashToken(link), 'link');
    if (used === null || used.email === null) return null;
    return enter(context, tx, used.email, 'link', caller, () => Promise.resolve(null));
  });
  return settle(context, outcome, 'link', caller);
}

/** @param create creates a missing user; null: does not */
async function enter(
  context: IdentityContext,
  tx: Executor,
  email: string,
  way: 'code' | 'link',
  caller: Caller,
  create: () => Promise<string | null>,
): Promise<Outcome> {
  const user = await findUserByEmail(tx, email);
  if (user?.disabled === true) {
    throw new AppError('user-disabled', {
      message: 'This account is disabled. Contact the administrator of this server.',
    });
  }
  const uid = user?.id ?? (await create());
  if (uid === null) return null;
  const settleProof = user === null ? () => undefined : await verifyAddress(context, tx, user, caller);
  return { opened: await openSession(context, tx, { uid, way }, caller), settle: settleProof };
}

async function createFrom(
  context: IdentityContext,
  tx: Executor,
  handle: string,
  { purpose, email, payload_enc: sealed }: UsedCode,
): Promise<string | null> {
  if (purpose !== 'sign_up' || sealed === null) return null;
  const { name, passwordHash } = openPayload<PendingSignUp>(context, handle, sealed);
  const id = newId();
  if (await createUser(tx, { id, email, name, emailVerified: true, passwordHash })) return id;
  // Two concurrent sign-ups for one address: both verified it.
  return (await findUserByEmail(tx, email))?.id ?? null;
}

async function settle(
  context: IdentityContext,
  outcome: Outcome,
  field: 'code' | 'link',
  caller: Caller,
): Promise<Tokens> {
  if (outcome === null) {
    await noteFailure(context, caller);
    const msg =
      field === 'code'
        ? 'This code is wrong or expired. After five wrong tries you need a new one.'
        : 'This link was already used or is older than ten minutes. Request a new one.';
    throw new AppError('invalid-credential', { data: [{ field, msg }] });
  }
  outcome.settle();
  return answerSignIn(context, outcome.opened);
}
