import { logAudit, writeAudit } from '../../platform/auth/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { notifyMailWorker } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireRecent, resetSecondFactor } from '../identity/public.ts';
import { auditOf, lockTarget, type MemberCall, refuseIf } from './members.ts';
import { lockMembershipsOf } from './membership-repo.ts';
import { validateSecondFactorReset } from './rules.ts';
import { transactAcrossAccounts } from './system-transactions.ts';

/**
 * Turns two-step verification off for a member who lost the app and the recovery codes. Members of other accounts are
 * refused: an Admin of one account must not weaken another.
 * @throws AppError not_found, forbidden, requires-recent-login, validation_failed
 */
export async function resetMembersSecondFactor(platform: Platform, call: MemberCall, userId: string): Promise<void> {
  const { actor } = call;
  requireRecent(actor);
  const { event, ended } = await transactAcrossAccounts(platform, async (tx) => {
    const target = await lockTarget({ ...tx, clientId: actor.clientId }, actor, userId);
    const memberships = await lockMembershipsOf(tx, target.user_id);
    const isInOtherAccount = memberships.some(({ client_id: id }) => id !== actor.clientId);
    refuseIf(validateSecondFactorReset(actor, target, isInOtherAccount));
    const account = memberships.find(({ client_id: id }) => id === actor.clientId)?.client_name ?? '';
    const ended = await resetSecondFactor(tx, platform, target.user_id, account);
    if (ended === null) {
      throw new AppError('validation_failed', { message: `${target.name} doesn't use two-step verification.` });
    }
    const event = auditOf(call, 'second_factor_reset', target.user_id);
    await writeAudit(tx, event);
    return { event, ended };
  });
  logAudit(platform.log, event);
  notifyMailWorker(platform);
  for (const sid of ended) platform.notifier.notify('sessions', sid);
}
