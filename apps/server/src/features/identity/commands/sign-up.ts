import type { Tokens } from '@parley/contract/types';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { notifyMailWorker } from '../../../platform/mail/outbox.ts';
import { sendCode } from '../code-emails.ts';
import type { Caller, IdentityContext } from '../context.ts';
import { alreadySignedUpEmail, signUpEmail } from '../emails.ts';
import { requireGoodPassword } from '../password-policy.ts';
import { createUser } from '../repo.ts';
import { findUserByEmail } from '../user-repo.ts';
import { takeEmailAllowance } from './caller-limit.ts';
import { answerSignIn, openSession } from './open-session.ts';

export type SignUp = { name: string; email: string; password: string; invitation?: string | undefined };

/** A pending sign-up, sealed until its code is entered. */
export type PendingSignUp = { name: string; passwordHash: string };

/**
 * Creates a user. Where sign-up is open, the address is verified by a code first, and the response is the same for an
 * address that is taken. With an invitation its link is enough: the emailed link verifies the address; a copied link
 * requires a code where emails can be sent, else the address stays unverified.
 * @returns tokens, or the handle for the code
 * @throws AppError('sign_up_closed'), ('account_exists') to holders of an invitation only, ('invitation_…'),
 *   ('validation_failed') with field `password`, ('too_many_requests')
 */
export async function signUp(
  context: IdentityContext,
  input: SignUp,
  caller: Caller,
): Promise<{ tokens: Tokens } | { handle: string }> {
  const { config } = context.platform;
  const invitation = await invitationOf(context, input);
  const { name, email } = input;
  const accounts = invitation === null ? [] : [invitation.account];
  await requireGoodPassword(context, input.password, { name, email, accounts });
  if (invitation === null && config.SIGN_UP !== 'open') {
    throw new AppError('sign_up_closed', { message: 'You need an invitation to sign up. Ask someone on your team.' });
  }
  const isProven = invitation?.verifiesAddress === true;
  if (invitation !== null && (isProven || config.SMTP_URL === undefined)) {
    return { tokens: await createInvited(context, input, isProven, caller) };
  }
  return { handle: await sendSignUpCode(context, input, caller) };
}

async function invitationOf(context: IdentityContext, { invitation: token, email }: SignUp) {
  if (token === undefined) return null;
  const invitation = await context.dependencies.findInvitation(context.database, token);
  if (invitation.email === email) return invitation;
  const msg = `This invitation is for ${invitation.email}.`;
  throw new AppError('invitation_for_another', { data: [{ field: 'email', msg }] });
}

async function createInvited(
  context: IdentityContext,
  { name, email, password }: SignUp,
  emailVerified: boolean,
  caller: Caller,
): Promise<Tokens> {
  const passwordHash = await context.passwords.hash(password);
  const uid = newId();
  const opened = await context.transact(async (tx) => {
    if (!(await createUser(tx, { id: uid, email, name, emailVerified, passwordHash }))) {
      throw new AppError('account_exists', {
        message: 'An account with this email already exists. Sign in instead.',
      });
    }
    return openSession(context, tx, { uid, way: 'pwd' }, caller);
  });
  return answerSignIn(context, opened);
}

async function sendSignUpCode(context: IdentityContext, input: SignUp, caller: Caller): Promise<string> {
  const { name, email, password } = input;
  await takeEmailAllowance(context, email, caller);
  const payload: PendingSignUp = { name, passwordHash: await context.passwords.hash(password) };
  const handle = await context.transact(async (tx) => {
    const user = await findUserByEmail(tx, email);
    return sendCode(context, tx, { purpose: 'sign_up', email, payload, language: caller.language }, (digits) =>
      user === null ? signUpEmail(email, digits) : alreadySignedUpEmail(email, digits),
    );
  });
  notifyMailWorker(context.platform);
  return handle;
}
