import type { UserActor } from '../../../platform/auth/actor.ts';
import { type AuditDetail, type AuditEvent, logAudit, writeAudit } from '../../../platform/auth/audit.ts';
import type { Executor, Transaction } from '../../../platform/db/sql.ts';
import { invalid } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { notifyMailWorker } from '../../../platform/mail/outbox.ts';
import { type Caller, eventOf, type IdentityContext, requireRecent, write } from '../context.ts';
import { factorAddedEmail, factorRemovedEmail, secondFactorOffEmail, secondFactorOnEmail } from '../emails.ts';
import {
  countFactors,
  deleteFactors,
  hasSecondFactor,
  lockFactors,
  type NewRecoveryCode,
  replaceRecoveryCodes,
} from '../factor-repo.ts';
import { newRecoveryCodes, normalizeRecoveryCode, selectorOf } from '../recovery-codes.ts';
import { getUser, listAccountsOf } from '../repo.ts';
import { revokeOtherSessions } from '../session-repo.ts';
import { type FactorProof, withSecondFactor } from './second-factor.ts';

const noticeLifeS = 24 * 3600;

/** A factor in emails and in the audit log. */
export type FactorChange = {
  action: 'totp_added' | 'totp_removed' | 'passkey_added' | 'passkey_removed';
  /** Begins a sentence: "The passkey “Phone”". */
  subject: string;
  /** What signing in needs, when it is the first: "a passkey". */
  needs: string;
  detail?: AuditDetail;
};

/**
 * Adds a factor. The first one turns two-step verification on: it comes with recovery codes and signs out everywhere
 * else.
 * @param add in the transaction, while other changes of the user's factors wait; it throws when nothing is added
 * @returns recovery codes, shown once; none when there are factors already
 */
export async function addFactor(
  context: IdentityContext,
  actor: UserActor,
  caller: Caller,
  change: FactorChange,
  add: (tx: Transaction) => Promise<void>,
): Promise<string[]> {
  const { codes, rows } = await hashedCodes(context);
  const done = await context.transact(async (tx) => {
    await lockFactors(tx, actor.uid);
    const isFirst = !(await hasSecondFactor(tx, actor.uid));
    await add(tx);
    const events = [eventOfFactor(actor, caller, change)];
    const { email } = await getUser(tx, actor.uid);
    let ended: string[] = [];
    if (isFirst) {
      events.push(eventOfFactor(actor, caller, { action: 'second_factor_on' }));
      await replaceRecoveryCodes(tx, actor.uid, rows);
      await write(context, tx, secondFactorOnEmail(email, change.needs), noticeLifeS);
      ended = await revokeOtherSessions(tx, actor.uid, actor.sid, 'factor');
    } else {
      await write(context, tx, factorAddedEmail(email, change.subject), noticeLifeS);
    }
    for (const event of events) await writeAudit(tx, event);
    return { isFirst, events, ended };
  });
  settle(context, done.events, done.ended);
  return done.isFirst ? codes : [];
}

/**
 * Removes a factor and signs out everywhere else. A stolen session is not enough: it needs a factor too. The last one
 * turns two-step verification off.
 * @param remove in the transaction, while other changes of the user's factors wait
 * @throws AppError('requires-recent-login'), ('invalid-credential'), ('too_many_requests'); ('validation_failed') for the
 * last one while an account requires it
 */
export async function removeFactor(
  context: IdentityContext,
  actor: UserActor,
  proof: FactorProof,
  caller: Caller,
  remove: (tx: Transaction) => Promise<FactorChange>,
): Promise<void> {
  requireRecent(actor);
  // Said before a code is asked to be right; decided again below.
  const before = await countFactors(context.database, actor.uid);
  if (before.totp + before.passkeys <= 1) await refuseIfRequired(context.database, actor.uid);
  const done = await withSecondFactor(context, actor.uid, proof, 'passkey_proof', caller, async (tx) => {
    await lockFactors(tx, actor.uid);
    const change = await remove(tx);
    const events = [eventOfFactor(actor, caller, change)];
    const { email } = await getUser(tx, actor.uid);
    if (await hasSecondFactor(tx, actor.uid)) {
      await write(context, tx, factorRemovedEmail(email, change.subject), noticeLifeS);
    } else {
      await refuseIfRequired(tx, actor.uid);
      events.push(eventOfFactor(actor, caller, { action: 'second_factor_off' }));
      await deleteFactors(tx, actor.uid);
      await write(context, tx, secondFactorOffEmail(email), noticeLifeS);
    }
    for (const event of events) await writeAudit(tx, event);
    return { events, ended: await revokeOtherSessions(tx, actor.uid, actor.sid, 'factor') };
  });
  settle(context, done.events, done.ended);
}

/** @throws AppError('validation_failed') naming the accounts that demand two-step verification */
async function refuseIfRequired(tx: Executor, uid: string): Promise<void> {
  const names = (await listAccountsOf(tx, uid)).flatMap((account) =>
    account.requires_two_step_verification ? [account.name] : [],
  );
  if (names.length === 0) return;
  throw invalid('code', `${names.join(', ')} requires two-step verification. Add another passkey or app first.`);
}

export async function hashedCodes(context: IdentityContext): Promise<{ codes: string[]; rows: NewRecoveryCode[] }> {
  const codes = newRecoveryCodes();
  const rows = await Promise.all(
    codes.map(async (shown) => {
      const code = normalizeRecoveryCode(shown) ?? shown;
      return { id: newId(), selector: selectorOf(code), hash: await context.passwords.hash(code) };
    }),
  );
  return { codes, rows };
}

function eventOfFactor(
  { uid, clientId }: UserActor,
  caller: Caller,
  { action, detail }: { action: string; detail?: AuditDetail },
): AuditEvent {
  const event = { uid, clientId, target: uid };
  return eventOf(caller, action, detail === undefined ? event : { ...event, detail });
}

export function settle({ platform }: IdentityContext, events: readonly AuditEvent[], ended: readonly string[]): void {
  for (const event of events) logAudit(platform.log, event);
  for (const sid of ended) platform.notifier.notify('sessions', sid);
  notifyMailWorker(platform);
}
