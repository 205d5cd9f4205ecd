import type { OutputOf } from '@parley/contract';
import { said } from '@parley/contract/said';
import type { UserActor } from '../../../platform/auth/actor.ts';
import { writeAudit } from '../../../platform/auth/audit.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type Caller, eventOf, type IdentityContext, requireRecent } from '../context.ts';
import {
  confirmTotp,
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  replaceRecoveryCodes,
  storePendingTotp,
} from '../factor-repo.ts';
import { listPasskeys } from '../passkey-repo.ts';
import { getUser } from '../repo.ts';
import { throttlePolicy } from '../rules.ts';
import { clearAttempts, takeThrottledAttempt } from '../token-repo.ts';
import { newTotpSecret, totpCounter, totpUri } from '../totp.ts';
import { addFactor, type FactorChange, hashedCodes, removeFactor, settle } from './factor-changes.ts';
import {
  type FactorProof,
  openFactorSecret,
  sealFactorSecret,
  withSecondFactor,
  wrongFactorCode,
} from './second-factor.ts';

export async function readFactors(context: IdentityContext, uid: string): Promise<OutputOf<'GET /api/auth/factors'>> {
  const [totp, passkeys, left] = await Promise.all([
    findTotp(context.database, uid),
    listPasskeys(context.database, uid),
    countRecoveryCodes(context.database, uid),
  ]);
  return {
    totp: totp?.confirmed_at == null ? null : { confirmed_at: totp.confirmed_at.toISOString() },
    passkeys: passkeys.map(({ id, name, created_at: created, used_at: used }) => ({
      id,
      name,
      created_at: created.toISOString(),
      last_used_at: used?.toISOString() ?? null,
    })),
    recovery_codes_left: left,
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
 * Adds the authenticator app with its first code.
 * @returns recovery codes, shown once; none when there are passkeys already
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
  return addFactor(context, actor, caller, changeOf('totp_added'), async (tx) => {
    if (!(await confirmTotp(tx, row.id, counter))) throw alreadyOn();
    await clearAttempts(tx, key);
  });
}

/** New recovery codes; the old ones no longer work. @throws as `removeFactor` */
export async function renewRecoveryCodes(
  context: IdentityContext,
  actor: UserActor,
  proof: FactorProof,
  caller: Caller,
): Promise<string[]> {
  requireRecent(actor);
  const { codes, rows } = await hashedCodes(context);
  const event = eventOf(caller, 'recovery_codes_renewed', {
    uid: actor.uid,
    clientId: actor.clientId,
    target: actor.uid,
  });
  await withSecondFactor(context, actor.uid, proof, 'passkey_proof', caller, async (tx) => {
    await replaceRecoveryCodes(tx, actor.uid, rows);
    await writeAudit(tx, event);
  });
  settle(context, [event], []);
  return codes;
}

/** Removes the authenticator app. @throws as `removeFactor` */
export async function removeTotp(
  context: IdentityContext,
  actor: UserActor,
  proof: FactorProof,
  caller: Caller,
): Promise<void> {
  await removeFactor(context, actor, proof, caller, async (tx) => {
    if (!(await deleteTotp(tx, actor.uid))) throw invalid('code', 'There is no authenticator app to remove.');
    return changeOf('totp_removed');
  });
}

function changeOf(action: 'totp_added' | 'totp_removed'): FactorChange {
  return { action, subject: said('An authenticator app'), needs: said('a code of your authenticator app') };
}

function alreadyOn(): AppError {
  return invalid('code', 'An authenticator app is set up already.');
}
