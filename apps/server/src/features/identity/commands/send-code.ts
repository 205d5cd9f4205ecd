import { randomBytes } from 'node:crypto';
import type { UserActor } from '../../../platform/auth/actor.ts';
import { notifyMailWorker } from '../../../platform/mail/outbox.ts';
import { sendCode } from '../code-emails.ts';
import { type Caller, hashToken, type IdentityContext, write } from '../context.ts';
import { confirmAddressEmail, noAccountEmail, signInCodeEmail, signInLinkEmail } from '../emails.ts';
import { getUser } from '../repo.ts';
import { codePolicy } from '../rules.ts';
import { addOneTimeToken } from '../token-repo.ts';
import { findUserByEmail } from '../user-repo.ts';
import { takeEmailAllowance } from './caller-limit.ts';

/**
 * Sends a sign-in code. Only the email reveals whether the address belongs to a user; the work is the same.
 * @throws AppError('too_many_requests')
 */
export async function sendSignInCode(context: IdentityContext, email: string, caller: Caller): Promise<string> {
  await takeEmailAllowance(context, email, caller);
  const handle = await context.transact(async (tx) => {
    const user = await findUserByEmail(tx, email);
    return sendCode(context, tx, { purpose: 'code', email, language: caller.language }, (digits) =>
      user === null ? noAccountEmail(email, signUpUrl(context)) : signInCodeEmail(email, digits),
    );
  });
  notifyMailWorker(context.platform);
  return handle;
}

/** The same with a link. Mail filters open links: only a POST of its token signs in. */
export async function sendSignInLink(context: IdentityContext, email: string, caller: Caller): Promise<void> {
  await takeEmailAllowance(context, email, caller);
  const token = randomBytes(32).toString('base64url');
  const url = `${context.platform.publicUrl()}/loggedin?link=${token}`;
  await context.transact(async (tx) => {
    const user = await findUserByEmail(tx, email);
    await addOneTimeToken(tx, { hash: hashToken(token), purpose: 'link', email, lifeS: codePolicy.lifeS });
    const content = user === null ? noAccountEmail(email, signUpUrl(context)) : signInLinkEmail(email, url);
    const { language } = caller;
    await write(context, tx, { ...content, ...(language && { language }) }, codePolicy.lifeS);
  });
  notifyMailWorker(context.platform);
}

/**
 * Sends a code to the signed-in user's own address, to confirm their identity.
 * @throws AppError('too_many_requests')
 */
export async function sendConfirmCode(context: IdentityContext, actor: UserActor, caller: Caller): Promise<string> {
  const { email } = await getUser(context.database, actor.uid);
  await takeEmailAllowance(context, email, caller);
  const handle = await context.transact((tx) =>
    sendCode(context, tx, { purpose: 'reauth', email, userId: actor.uid, language: caller.language }, (digits) =>
      confirmAddressEmail(email, digits),
    ),
  );
  notifyMailWorker(context.platform);
  return handle;
}

function signUpUrl({ platform }: IdentityContext): string | null {
  return platform.config.SIGN_UP === 'open' ? `${platform.publicUrl()}/login?sign_up=1` : null;
}
