import type { UserActor } from '../../../platform/auth/actor.ts';
import { type AuditEvent, logAudit, writeAudit } from '../../../platform/auth/audit.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { notifyMailWorker } from '../../../platform/mail/outbox.ts';
import { type Caller, eventOf, type IdentityContext, requireRecent, write } from '../context.ts';
import { secondFactorOffEmail, secondFactorOnEmail } from '../emails.ts';
import {
  confirmTotp,
  countRecoveryCodes,
  deleteFactors,
  findTotp,
  type NewRecoveryCode,
  replaceRecoveryCodes,
  storePendingTotp,
} from '../factor-repo.ts';
import { newRecoveryCodes, normalizeRecoveryCode, selectorOf } from '../recovery-codes.ts';
import { getUser, listAccountsOf } from '../repo.ts';
import { throttlePolicy } from '../rules.ts';
import { revokeOtherSessions } from '../session-repo.ts';
import { clearAttempts, takeThrottledAttempt } from '../token-repo.ts';
import { newTotpSecret, totpCounter, totpUri } from '../totp.ts';
import { openFactorSecret, sealFactorSecret, withSecondFactor, wrongFactorCode } from './second-factor.ts';

const noticeLifeS = 24 * 3600;

export type Factors = { totp: { confirmed_at: string } | null; recovery_codes_left: number };

export async function readFactors(context: IdentityContext, uid: string): Promise<Factors> {
  const row = await findTotp(context.database, uid);
  if (row?.confirmed_at == null) return { totp: null, recovery_codes_left: 0 };
  return {
    totp: { confirmed_at: row.confirmed_at.toISOString() },
    recovery_codes_left: await countRecoveryCodes(context.database, uid),
  };
}

/**
 * A new secret for an authenticator app; it counts once a code of it was confirmed.
 * @throws AppError('requires-recent-login'); ('validation_failed') when there is one already
 */
export async function beginTotp(context: IdentityContext, actor: UserActor): Promise<{ secret: string; uri: string }> {
  requireRecent(actor);
  const { email } = await getUser(context.database, actor.uid);
  const [id, secret] = [newId(), newTotpSecret()];
  const stored = await storePendingTotp(
    context.database,
    id,
    actor.uid,
    sealFactorSecret(context.platform, id, secret),
  );
  if (!stored) throw alreadyOn();
  return { secret, uri: totpUri(secret, email) };
}

/**
 * Turns two-step verification on with the first code of the app, and signs out everywhere else.
 * @returns recovery codes, shown once
 * @throws AppError('requires-recent-login'), ('invalid-credential'), ('too_many_requests'), ('validation_failed')
 */
export async function confirmFirstTotp(
  context: IdentityContext,
  actor: UserActor,
  code: string,
  caller: Caller,
): Promise<string[]> {
  requireRecent(actor);
  const row = await findTotp(context.database, actor.uid);
  if (row === null) throw invalid('code', 'Start setting up the app again.');
  if (row.confirmed_at !== null) throw alreadyOn();
  const key = context.limitKey('second factor set-up', actor.uid);
  const waitS = await takeThrottledAttempt(context.database, key, throttlePolicy);
  if (waitS > 0) throw new AppError('too_many_requests', { retryAfterS: waitS });
  const secret = openFactorSecret(context.platform, row.id, row.secret_enc);
  const counter = totpCounter(secret, code.replaceAll(/\s/g, ''), Date.now());
  if (counter === null) throw new AppError('invalid-credential', { data: [{ field: 'code', msg: wrongFactorCode }] });
  const { codes, rows } = await hashedCodes(context);
  const event = eventOf(caller, 'second_factor_on', { uid: actor.uid, clientId: actor.clientId, target: actor.uid });
  const ended = await context.transact(async (tx) => {
    if (!(await confirmTotp(tx, row.id, counter))) throw alreadyOn();
    await clearAttempts(tx, key);
    await replaceRecoveryCodes(tx, actor.uid, rows);
    await write(context, tx, secondFactorOnEmail((await getUser(tx, actor.uid)).email), noticeLifeS);
    await writeAudit(tx, event);
    return revokeOtherSessions(tx, actor.uid, actor.sid, 'factor');
  });
  settle(context, event, ended);
  return codes;
}

/** New recovery codes; the old ones no longer work. @throws as `removeFactors` */
export async function renewRecoveryCodes(
  context: IdentityContext,
  actor: UserActor,
  code: string,
  caller: Caller,
): Promise<string[]> {
  requireRecent(actor);
  const { codes, rows } = await hashedCodes(context);
  const event = eventOf(caller, 'recovery_codes_renewed', {
    uid: actor.uid,
    clientId: actor.clientId,
    target: actor.uid,
  });
  await withSecondFactor(context, actor.uid, code, caller, async (tx) => {
    await replaceRecoveryCodes(tx, actor.uid, rows);
    await writeAudit(tx, event);
  });
  settle(context, event, []);
  return codes;
}

/**
 * Turns two-step verification off. A stolen session is not enough: it needs a code too.
 * @throws AppError('requires-recent-login'), ('invalid-credential'), ('too_many_requests'); ('validation_failed') while an
 * account requires it
 */
export async function removeFactors(
  context: IdentityContext,
  actor: UserActor,
  code: string,
  caller: Caller,
): Promise<void> {
  requireRecent(actor);
  await refuseIfRequired(context, actor.uid);
  const event = eventOf(caller, 'second_factor_off', { uid: actor.uid, clientId: actor.clientId, target: actor.uid });
  const ended = await withSecondFactor(context, actor.uid, code, caller, async (tx) => {
    await deleteFactors(tx, actor.uid);
    await write(context, tx, secondFactorOffEmail((await getUser(tx, actor.uid)).email), noticeLifeS);
    await writeAudit(tx, event);
    return revokeOtherSessions(tx, actor.uid, actor.sid, 'factor');
  });
  settle(context, event, ended);
}

/** @throws AppError('validation_failed') naming the accounts that demand two-step verification */
async function refuseIfRequired({ database }: IdentityContext, uid: string): Promise<void> {
  const names = (await listAccountsOf(database, uid)).flatMap((account) =>
    account.requires_two_step_verification ? [account.name] : [],
  );
  if (names.length === 0) return;
  throw invalid('code', `${names.join(', ')} requires two-step verification.`);
}

async function hashedCodes(context: IdentityContext): Promise<{ codes: string[]; rows: NewRecoveryCode[] }> {
  const codes = newRecoveryCodes();
  const rows = await Promise.all(
    codes.map(async (shown) => {
      const code = normalizeRecoveryCode(shown) ?? shown;
      return { id: newId(), selector: selectorOf(code), hash: await context.passwords.hash(code) };
    }),
  );
  return { codes, rows };
}

function settle({ platform }: IdentityContext, event: AuditEvent, ended: readonly string[]): void {
  logAudit(platform.log, event);
  for (const sid of ended) platform.notifier.notify('sessions', sid);
  notifyMailWorker(platform);
}

function alreadyOn(): AppError {
  return invalid('code', 'Two-step verification is already on.');
}
