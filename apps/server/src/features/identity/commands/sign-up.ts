import type { Tokens } from '@parley/contract/types';
import { AppError, invalid } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { hintMail } from '../../../platform/mail/outbox.ts';
import { sendCode } from '../code-letters.ts';
import type { Caller, IdentityContext } from '../context.ts';
import { alreadySignedUpLetter, signUpLetter } from '../letters.ts';
import { findUserByEmail } from '../person-repo.ts';
import { createUser } from '../repo.ts';
import { passwordProblem } from '../rules.ts';
import { takeLetter } from './caller-limit.ts';
import { answerSignIn, openSession } from './open-session.ts';

export type SignUp = { name: string; email: string; password: string; invitation?: string | undefined };

/** What a sign-up waits with until its code is typed; sealed. */
export type PendingSignUp = { name: string; passwordHash: string };

/**
 * A new person. Where sign-up is open, the address is proven by a code first, and the answer is the same for an address
 * that somebody has. With an invitation it is enough to hold its link: the one from the letter proves the address; the
 * copied one does so only where letters can be sent, else the address stays unconfirmed.
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
  const problem = passwordProblem(input.password, config.MIN_PASSWORD_LENGTH, input.email);
  if (problem !== null) throw invalid('password', problem);
  const invitation = await invitationOf(context, input);
  if (invitation === null && config.SIGN_UP !== 'open') {
    throw new AppError('sign_up_closed', { message: 'New people need an invitation here. Ask somebody of your team.' });
  }
  const isProven = invitation?.provesAddress === true;
  if (invitation !== null && (isProven || config.SMTP_URL === undefined)) {
    return { tokens: await createInvited(context, input, isProven, caller) };
  }
  return { handle: await sendSignUpCode(context, input, caller) };
}

async function invitationOf(context: IdentityContext, { invitation: token, email }: SignUp) {
  if (token === undefined) return null;
  const invitation = await context.needs.findInvitation(context.database, token);
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
        message: 'There is an account for this address already. Please sign in.',
      });
    }
    return openSession(tx, { uid, way: 'pwd' }, caller);
  });
  return answerSignIn(context, opened);
}

async function sendSignUpCode(context: IdentityContext, input: SignUp, caller: Caller): Promise<string> {
  const { name, email, password } = input;
  await takeLetter(context, email, caller);
  const payload: PendingSignUp = { name, passwordHash: await context.passwords.hash(password) };
  const handle = await context.transact(async (tx) => {
    const person = await findUserByEmail(tx, email);
    return sendCode(context, tx, { purpose: 'sign_up', email, payload }, (digits) =>
      person === null ? signUpLetter(email, digits) : alreadySignedUpLetter(email, digits),
    );
  });
  hintMail(context.platform);
  return handle;
}
