import type { Transfer } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { logAudit, writeAudit } from '../../platform/auth/audit.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { hintMail, putLetter } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { getPerson, requireRecent } from '../identity/public.ts';
import { addChanges } from '../sync/public.ts';
import { getClientName } from './invitation-repo.ts';
import { transferLetter } from './letters.ts';
import { userChange } from './member-changes.ts';
import { auditOf, type MemberCall, personNotFound } from './members.ts';
import { transactPeople } from './people-db.ts';
import {
  deleteTransfer,
  insertTransfer,
  lockStanding,
  lockTransfer,
  setRole,
  type TransferRow,
} from './transfer-repo.ts';

const letterLifeS = 7 * 24 * 3600;

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
export async function offerTransfer(
  platform: Platform,
  call: MemberCall,
  userId: string,
): Promise<{ transfer: Transfer; created: boolean }> {
  const { actor } = call;
  const { clientId } = actor;
  requireRecent(actor);
  const event = auditOf(call, 'transfer_offered', userId);
  const outcome = await transactPeople(platform, async (tx) => {
    const target = await lockStanding(tx, clientId, userId);
    if (target === null || target.suspended) throw personNotFound();
    if (target.role === 'Owner') throw invalid('user_id', 'This person is an Owner already.');
    const created = await insertTransfer(tx, { clientId, id: newId(), fromUser: actor.uid, toUser: userId });
    const row = await lockTransfer(tx, clientId);
    if (row === null) throw new Error('an offer that was just made is gone');
    if (!created && (row.to_user !== userId || row.from_user !== actor.uid)) {
      throw new AppError('transfer_exists', {
        message: `The account is offered to ${row.to_name} already. Take that back first.`,
      });
    }
    if (created) {
      const { email } = await getPerson(tx, userId);
      const about = {
        account: await getClientName(tx, clientId),
        from: row.from_name,
        url: `${platform.publicUrl()}/team`,
      };
      await putLetter(tx, platform, transferLetter(email, about), letterLifeS);
      await writeAudit(tx, event);
    }
    return { transfer: present(row), created };
  });
  if (outcome.created) logAudit(platform.log, event);
  if (outcome.created) hintMail(platform);
  return outcome;
}

/**
 * The member becomes Owner, the giver Admin, in one step.
 * @throws AppError not_found when nothing is offered to them, or by somebody who is no Owner any more
 */
export async function acceptTransfer(platform: Platform, call: MemberCall): Promise<void> {
  const { actor } = call;
  const { clientId } = actor;
  const event = auditOf(call, 'transfer_accepted', actor.uid);
  const giver = await transactPeople(platform, async (tx) => {
    const row = await lockTransfer(tx, clientId);
    if (row === null || row.to_user !== actor.uid) throw noOffer();
    // In key order, as everything that locks members does.
    const standings = new Map<string, Awaited<ReturnType<typeof lockStanding>>>();
    for (const id of [row.from_user, row.to_user].sort()) standings.set(id, await lockStanding(tx, clientId, id));
    const from = standings.get(row.from_user);
    if (from?.role !== 'Owner' || from.suspended) throw noOffer();
    const taken = await setRole(tx, clientId, row.to_user, 'Owner');
    const given = await setRole(tx, clientId, row.from_user, 'Admin');
    await deleteTransfer(tx, clientId, row.to_user);
    await addChanges({ ...tx, clientId }, [
      userChange(row.to_user, 'MODIFIED', taken),
      userChange(row.from_user, 'MODIFIED', given),
    ]);
    await writeAudit(tx, event);
    return row.from_user;
  });
  logAudit(platform.log, event);
  platform.signal.hint('changes_new', clientId);
  for (const uid of [actor.uid, giver]) platform.signal.hint('sessions', uid);
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
  return new AppError('not_found', { message: 'No offer was found.' });
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
