import type { Tokens } from '@parley/contract/types';
import { logAudit } from '../../../platform/auth/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { sameSecret } from '../../../platform/secrets.ts';
import { answerTokens, type Caller, eventOf, hashToken, type IdentityContext, shortUserAgent } from '../context.ts';
import { rememberDevice } from '../device-repo.ts';
import { requireGoodPassword } from '../password-policy.ts';
import { claimSetup, createUser, hasUsers } from '../repo.ts';
import { insertSession } from '../session-repo.ts';
import { consumeOneTimeToken, isOneTimeTokenUsable } from '../token-repo.ts';
import { removeSetupFile } from './setup-link.ts';

export type SetupClaim = { token: string; name: string; email: string; password: string };

/**
 * Creates the first user: user, password and session in one transaction; one of several concurrent claims wins.
 * @throws AppError('setup_done') when setup is complete already; ('invalid-credential') for a wrong or expired link;
 * ('validation_failed') with field `password`
 */
export async function claimFirstUser(context: IdentityContext, claim: SetupClaim, caller: Caller): Promise<Tokens> {
  const { platform, passwords } = context;
  const database = context.database;
  const tokenHash = hashToken(claim.token);
  if (await hasUsers(database)) throw setupDone();
  const { SETUP_TOKEN: chosen } = platform.config;
  const isChosen = chosen !== undefined && sameSecret(claim.token, chosen);
  if (!isChosen && !(await isOneTimeTokenUsable(database, tokenHash, 'setup'))) throw await deadLink(context);
  await requireGoodPassword(context, claim.password, { name: claim.name, email: claim.email, accounts: [] });

  const passwordHash = await passwords.hash(claim.password);
  const [uid, sid] = [newId(), newId()];
  const refreshToken = context.refreshTokens.first(sid);
  const first = await context.transact(async (tx) => {
    if (!isChosen && (await consumeOneTimeToken(tx, tokenHash, 'setup')) === null) return false;
    const { email, name } = claim;
    // Two different links may be valid at once; the key of the claim decides between them.
    const made = await createUser(tx, { id: uid, email, name, emailVerified: false, passwordHash });
    if (!made || !(await claimSetup(tx, uid))) throw setupDone();
    await insertSession(tx, {
      id: sid,
      userId: uid,
      clientId: null,
      amr: ['pwd'],
      tokenHash: hashToken(refreshToken),
      ip: caller.ip,
      userAgent: shortUserAgent(caller),
      inCookie: caller.wantsCookie,
    });
    await rememberDevice(tx, uid, hashToken(caller.device));
    return true;
  });
  if (!first) throw await deadLink(context);

  logAudit(platform.log, eventOf(caller, 'setup_claimed', { uid, clientId: null, target: sid }));
  await removeSetupFile(platform).catch((error: unknown) => {
    // The user was created and the link no longer works; the next start tries again to remove the file.
    platform.log.warn({ err: error }, 'the file setup-url could not be removed');
  });
  return answerTokens(context, { uid, sid, account: null }, refreshToken);
}

function setupDone(): AppError {
  return new AppError('setup_done', { message: 'This server has been set up already. Please sign in.' });
}

/** Why a link does not work: setup is complete already, or the link is unknown or expired. */
async function deadLink(context: IdentityContext): Promise<AppError> {
  if (await hasUsers(context.database)) return setupDone();
  const isChosen = context.platform.config.SETUP_TOKEN !== undefined;
  const msg = isChosen
    ? 'This setup link is wrong. It ends with SETUP_TOKEN, from the settings of the server.'
    : expired;
  return new AppError('invalid-credential', { data: [{ field: 'token', msg }] });
}

const expired =
  'This setup link is wrong or has expired. Restart the server: it prints a new one and writes it to the file setup-url in its data folder.';
