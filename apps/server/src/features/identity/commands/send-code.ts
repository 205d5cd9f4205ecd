import { randomBytes } from 'node:crypto';
import type { UserActor } from '../../../platform/auth/actor.ts';
import { hintMail } from '../../../platform/mail/outbox.ts';
import { sendCode } from '../code-letters.ts';
import { type Caller, hashToken, type IdentityContext, write } from '../context.ts';
import { confirmLetter, noAccountLetter, signInCodeLetter, signInLinkLetter } from '../letters.ts';
import { findUserByEmail } from '../person-repo.ts';
import { getUser } from '../repo.ts';
import { codePolicy } from '../rules.ts';
import { addOneTimeToken } from '../token-repo.ts';
import { takeLetter } from './caller-limit.ts';

/**
 * Sends a code to sign in with. Whether somebody has the address shows only in the letter; the work is the same.
 * @throws AppError('too_many_requests')
 */
export async function sendSignInCode(context: IdentityContext, email: string, caller: Caller): Promise<string> {
  await takeLetter(context, email, caller);
  const handle = await context.transact(async (tx) => {
    const person = await findUserByEmail(tx, email);
    return sendCode(context, tx, { purpose: 'code', email }, (digits) =>
      person === null ? noAccountLetter(email, signUpUrl(context)) : signInCodeLetter(email, digits),
    );
  });
  hintMail(context.platform);
  return handle;
}

/** The same with a link. Mail filters open links: only a POST of its token signs in. */
export async function sendSignInLink(context: IdentityContext, email: string, caller: Caller): Promise<void> {
  await takeLetter(context, email, caller);
  const token = randomBytes(32).toString('base64url');
  const url = `${context.platform.publicUrl()}/loggedin?link=${token}`;
  await context.transact(async (tx) => {
    const person = await findUserByEmail(tx, email);
    await addOneTimeToken(tx, { hash: hashToken(token), purpose: 'link', email, lifeS: codePolicy.lifeS });
    const letter = person === null ? noAccountLetter(email, signUpUrl(context)) : signInLinkLetter(email, url);
    await write(context, tx, letter, codePolicy.lifeS);
  });
  hintMail(context.platform);
}

/** A code to the signed-in person's own address, to show that it is them. @throws AppError('too_many_requests') */
export async function sendConfirmCode(context: IdentityContext, actor: UserActor, caller: Caller): Promise<string> {
  const { email } = await getUser(context.database, actor.uid);
  await takeLetter(context, email, caller);
  const handle = await context.transact((tx) =>
    sendCode(context, tx, { purpose: 'reauth', email, userId: actor.uid }, (digits) => confirmLetter(email, digits)),
  );
  hintMail(context.platform);
  return handle;
}

function signUpUrl({ platform }: IdentityContext): string | null {
  return platform.config.SIGN_UP === 'open' ? `${platform.publicUrl()}/login?sign_up=1` : null;
}
