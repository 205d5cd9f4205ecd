import type { Transfer } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { logAudit, writeAudit } from '../../platform/auth/audit.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueEmail, notifyMailWorker } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { getNameAndCountry } from '../accounts/public.ts';
import { getUserNameAndEmail, requireRecent } from '../identity/public.ts';
import { addChanges } from '../sync/public.ts';
import { transferOfferEmail } from './emails.ts';
import { userChange } from './member-changes.ts';
import { auditOf, type MemberCall, memberNotFound } from './members.ts';
import { transactAcrossAccounts } from './system-transactions.ts';
import {
  deleteTransfer,
  insertTransfer,
  lockMemberRole,
  lockTransfer,
  setRole,
  type TransferRow,
} from './transfer-repo.ts';

const emailLifeS = 7 * 24 * 3600;

/** The open offer, for Owners and for the one it is made to. */
export async function findTransfer(platform: Platform, actor: MemberActor): Promise<Transfer | null> {
  const row = await platform.db.withTenant(actor.clientId, (tx) => lockTransfer(tx, actor.clientId));
  const concerned = row !== null && (actor.role === 'Owner' || row.to_user === actor.uid);
  return concerned ? present(row) : null;
}

/**
 * Offers the account to a member; nothing changes until they accept. The same offer again answers the same.
 * @throws AppError requires-recent-login, not_found, validation_failed for an Owner, transfer_exists
 */
export async function offerOwnership(
  platform: Platform,
  call: MemberCall,
  userId: string,
): Promise<{ transfer: Transfer; created: boolean }> {
  const { actor } = call;
  const { clientId } = actor;
  requireRecent(actor);
  const event = auditOf(call, 'transfer_offered', userId);
  const outcome = await transactAcrossAccounts(platform, async (tx) => {
    const target = await lockMemberRole(tx, clientId, userId);
    if (target === null || target.suspended) throw memberNotFound();
    if (target.role === 'Owner') throw invalid('user_id', 'This member is already an Owner.');
    const created = await insertTransfer(tx, { clientId, id: newId(), fromUser: actor.uid, toUser: userId });
    const row = await lockTransfer(tx, clientId);
    if (row === null) throw new Error('an offer that was just made is gone');
    if (!created && (row.to_user !== userId || row.from_user !== actor.uid)) {
      throw new AppError('transfer_exists', {
        message: `The account is offered to ${row.to_name} already. Take that back first.`,
      });
    }
    if (created) {
      const { email } = await getUserNameAndEmail(tx, userId);
      const about = {
        account: (await getNameAndCountry(tx, clientId)).name,
        from: row.from_name,
        url: `${platform.publicUrl()}/team`,
      };
      await enqueueEmail(tx, platform, transferOfferEmail(email, about), emailLifeS, clientId);
      await writeAudit(tx, event);
    }
    return { transfer: present(row), created };
  });
  if (outcome.created) logAudit(platform.log, event);
  if (outcome.created) notifyMailWorker(platform);
  return outcome;
}

/**
 * The member becomes Owner, the sender Admin, in one step.
 * @throws AppError not_found when nothing is offered to them, or the sender is no longer an Owner
 */
export async function acceptOwnership(platform: Platform, call: MemberCall): Promise<void> {
  const { actor } = call;
  const { clientId } = actor;
  const { giver, event } = await transactAcrossAccounts(platform, async (tx) => {
    const row = await lockTransfer(tx, clientId);
    if (row === null || row.to_user !== actor.uid) throw noOffer();
    // In key order, as everything that locks members does.
    const roles = new Map<string, Awaited<ReturnType<typeof lockMemberRole>>>();
    for (const id of [row.from_user, row.to_user].sort()) roles.set(id, await lockMemberRole(tx, clientId, id));
    const from = roles.get(row.from_user);
    if (from?.role !== 'Owner' || from.suspended) throw noOffer();
    const taken = await setRole(tx, clientId, row.to_user, 'Owner');
    const given = await setRole(tx, clientId, row.from_user, 'Admin');
    await deleteTransfer(tx, clientId, row.to_user);
    await addChanges({ ...tx, clientId }, [
      userChange(row.to_user, 'MODIFIED', taken),
      userChange(row.from_user, 'MODIFIED', given),
    ]);
    const changes = [
      { field: `role of ${row.to_user}`, from: roles.get(row.to_user)?.role ?? null, to: 'Owner' },
      { field: `role of ${row.from_user}`, from: 'Owner', to: 'Admin' },
    ];
    const event = { ...auditOf(call, 'transfer_accepted', actor.uid), detail: { changes } };
    await writeAudit(tx, event);
    return { giver: row.from_user, event };
  });
  logAudit(platform.log, event);
  platform.notifier.notify('changes_new', clientId);
  for (const uid of [actor.uid, giver]) platform.notifier.notify('sessions', uid);
}

/** @param toUser null: an Owner takes it back @throws AppError not_found */
export async function endTransfer(platform: Platform, call: MemberCall, toUser: string | null): Promise<void> {
  const { clientId } = call.actor;
  const event = auditOf(call, toUser === null ? 'transfer_taken_back' : 'transfer_declined', clientId);
  await platform.db.withTenant(clientId, async (tx) => {
    if (!(await deleteTransfer(tx, clientId, toUser))) throw noOffer();
    await writeAudit(tx, event);
  });
  logAudit(platform.log, event);
}

function noOffer(): AppError {
  return new AppError('not_found', { message: 'This transfer offer was not found.' });
}

function present(row: TransferRow): Transfer {
  return {
    id: row.id,
    from: { user_id: row.from_user, name: row.from_name },
    to: { user_id: row.to_user, name: row.to_name },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
