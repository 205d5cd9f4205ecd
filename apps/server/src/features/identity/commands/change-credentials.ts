import type { UserActor } from '../../../platform/auth/actor.ts';
import { type AuditEvent, changesBetween, logAudit, writeAudit } from '../../../platform/auth/audit.ts';
import type { Executor, Transaction } from '../../../platform/db/sql.ts';
import { AppError, pgCode } from '../../../platform/errors.ts';
import { notifyMailWorker } from '../../../platform/mail/outbox.ts';
import { sendCode } from '../code-emails.ts';
import { type Caller, eventOf, hashToken, type IdentityContext, requireRecent, write } from '../context.ts';
import { forgetOtherDevices } from '../device-repo.ts';
import { addressChangedEmail, addressTakenEmail, newAddressEmail, passwordChangedEmail } from '../emails.ts';
import { requireGoodPassword } from '../password-policy.ts';
import { listProviderDemands } from '../provider-repo.ts';
import { getUser, listAccountsOf } from '../repo.ts';
import { revokeOtherSessions } from '../session-repo.ts';
import { tryOneTimeCode } from '../token-repo.ts';
import { findUserByEmail, storeEmail, storePassword } from '../user-repo.ts';
import { takeEmailAllowance } from './caller-limit.ts';
import { wrongCode } from './reauthenticate.ts';

/** Seconds a notice waits for the mail server. */
const noticeLifeS = 24 * 3600;

/**
 * Sets the password and signs out all other sessions.
 * @throws AppError('requires-recent-login'); ('validation_failed') with field `password`
 */
export async function changePassword(
  context: IdentityContext,
  actor: UserActor,
  password: string,
  caller: Caller,
): Promise<void> {
  requireRecent(actor);
  const { email, display_name: name } = await getUser(context.database, actor.uid);
  const accounts = (await listAccountsOf(context.database, actor.uid)).map((account) => account.name);
  await requireGoodPassword(context, password, { name, email, accounts });
  const hash = await context.passwords.hash(password);
  const event = eventOf(caller, 'password_changed', { uid: actor.uid, clientId: actor.clientId, target: actor.uid });
  const ended = await context.transact(async (tx) => {
    await storePassword(tx, actor.uid, hash);
    await forgetOtherDevices(tx, actor.uid, hashToken(caller.device));
    await write(context, tx, passwordChangedEmail(email), noticeLifeS);
    await writeAudit(tx, event);
    return revokeOtherSessions(tx, actor.uid, actor.sid, 'password');
  });
  settle(context, event, ended);
}

/**
 * Sends a code to the new address. The response does not reveal whether the address is taken.
 * @throws AppError('requires-recent-login'), ('too_many_requests')
 */
export async function requestEmailChange(
  context: IdentityContext,
  actor: UserActor,
  email: string,
  caller: Caller,
): Promise<string> {
  requireRecent(actor);
  await requireDemandedProvider(context.database, actor);
  await takeEmailAllowance(context, email, caller);
  const handle = await context.transact(async (tx) => {
    const owner = await findUserByEmail(tx, email);
    const isTaken = owner !== null && owner.id !== actor.uid;
    return sendCode(context, tx, { purpose: 'email', email, userId: actor.uid, language: caller.language }, (digits) =>
      isTaken ? addressTakenEmail(email) : newAddressEmail(email, digits),
    );
  });
  notifyMailWorker(context.platform);
  return handle;
}

/**
 * An account that demands an identity provider knows its members by their addresses.
 * @throws AppError('provider-sign-in-required')
 */
async function requireDemandedProvider(tx: Executor, actor: UserActor): Promise<void> {
  const unmet = (await listProviderDemands(tx, actor)).find(({ met }) => !met);
  if (unmet === undefined) return;
  const message = `${unmet.name} requires signing in with its identity provider before your address can be changed.`;
  throw new AppError('provider-sign-in-required', { message });
}

/**
 * Changes the address, notifies the old one, and signs out all other sessions.
 * @throws AppError('invalid-credential'), ('provider-sign-in-required')
 */
export async function changeEmail(
  context: IdentityContext,
  actor: UserActor,
  { handle, code }: { handle: string; code: string },
  caller: Caller,
): Promise<void> {
  const hashes = { handle: hashToken(handle), code: context.codeHash(handle, code) };
  const event = eventOf(caller, 'email_changed', { uid: actor.uid, clientId: actor.clientId, target: actor.uid });
  const done = await context
    .transact(async (tx) => {
      await requireDemandedProvider(tx, actor);
      const used = await tryOneTimeCode(tx, hashes, ['email'], actor.uid);
      return used?.matched === true ? takeEmail(context, tx, actor, used.email, event) : null;
    })
    .catch((error: unknown) => {
      if (pgCode(error) === '23505') return null; // A concurrent change took the address first.
      throw error;
    });
  if (done === null) throw new AppError('invalid-credential', { data: [{ field: 'code', msg: wrongCode }] });
  done.addressChanged();
  settle(context, event, done.ended);
}

async function takeEmail(
  context: IdentityContext,
  tx: Transaction,
  actor: UserActor,
  email: string,
  event: AuditEvent,
): Promise<{ ended: string[]; addressChanged: () => void } | null> {
  const before = await getUser(tx, actor.uid);
  if (!(await storeEmail(tx, actor.uid, email))) return null;
  const addressChanged = await context.dependencies.addressChanged(tx, actor.uid, email);
  if (before.email !== email) await write(context, tx, addressChangedEmail(before.email, email), noticeLifeS);
  await writeAudit(tx, { ...event, detail: { changes: changesBetween(before, { email }) } });
  return { ended: await revokeOtherSessions(tx, actor.uid, actor.sid, 'email'), addressChanged };
}

function settle({ platform }: IdentityContext, event: AuditEvent, ended: readonly string[]): void {
  logAudit(platform.log, event);
  for (const sid of ended) platform.notifier.notify('sessions', sid);
  notifyMailWorker(platform);
}
