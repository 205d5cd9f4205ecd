import type { Tokens } from '@parley/contract/types';
import type { Executor } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { openPayload } from '../code-letters.ts';
import { type Caller, hashToken, type IdentityContext } from '../context.ts';
import { findUserByEmail } from '../person-repo.ts';
import { createUser } from '../repo.ts';
import { consumeOneTimeToken, tryOneTimeCode, type UsedCode } from '../token-repo.ts';
import { noteFailure, refuseTiredCaller } from './caller-limit.ts';
import { answerSignIn, type OpenedSession, openSession } from './open-session.ts';
import { proveAddress } from './prove-address.ts';
import type { PendingSignUp } from './sign-up.ts';

type Outcome = { opened: OpenedSession; settle: () => void } | null;

/**
 * Signs in by the code of a letter, or makes the person who signed up with it.
 * @throws AppError('invalid-credential') for a code that is wrong, used, past its end or tried five times;
 *   ('user-disabled'); ('too_many_requests')
 */
export async function signInByCode(
  context: IdentityContext,
  input: { handle: string; code: string },
  caller: Caller,
): Promise<Tokens> {
  await refuseTiredCaller(context, caller);
  const hashes = { handle: hashToken(input.handle), code: context.codeHash(input.handle, input.code) };
  const outcome = await context.transact(async (tx): Promise<Outcome> => {
    // A wrong try must be kept, so what it leads to is answered and not thrown.
    const used = await tryOneTimeCode(tx, hashes, ['code', 'sign_up'], null);
    if (used === null || !used.matched) return null;
    return enter(context, tx, used.email, 'code', caller, () => createFrom(context, tx, input.handle, used));
  });
  return settle(context, outcome, 'code', caller);
}

/** The same by the link of a letter. */
export async function signInByLink(context: IdentityContext, link: string, caller: Caller): Promise<Tokens> {
  await refuseTiredCaller(context, caller);
  const outcome = await context.transact(async (tx): Promise<Outcome> => {
    const used = await consumeOneTimeToken(tx, hashToken(link), 'link');
    if (used === null || used.email === null) return null;
    return enter(context, tx, used.email, 'link', caller, () => Promise.resolve(null));
  });
  return settle(context, outcome, 'link', caller);
}

/** @param create makes the person that is not there yet; null leaves it at that */
async function enter(
  context: IdentityContext,
  tx: Executor,
  email: string,
  way: 'code' | 'link',
  caller: Caller,
  create: () => Promise<string | null>,
): Promise<Outcome> {
  const person = await findUserByEmail(tx, email);
  if (person?.disabled === true) {
    throw new AppError('user-disabled', { message: 'This account is disabled. Ask whoever runs this server.' });
  }
  const uid = person?.id ?? (await create());
  if (uid === null) return null;
  const settleProof = person === null ? () => undefined : await proveAddress(context, tx, person, caller);
  return { opened: await openSession(tx, { uid, way }, caller), settle: settleProof };
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
  // Two sign-ups of one address finish at once: both have proven it.
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
        ? 'This code is wrong or no longer works. After five wrong tries a new one is needed.'
        : 'This link was used already or is older than ten minutes. Ask for a new one.';
    throw new AppError('invalid-credential', { data: [{ field, msg }] });
  }
  outcome.settle();
  return answerSignIn(context, outcome.opened);
}
