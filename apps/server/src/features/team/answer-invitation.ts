import type { InvitationPreview, Role } from '@parley/contract/types';
import type { Call, UserActor } from '../../platform/auth/actor.ts';
import { type AuditEvent, logAudit, writeAudit } from '../../platform/auth/audit.ts';
import type { Executor, Transaction } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';
import { enqueueEmail, notifyMailWorker } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { defaultBranding } from '../accounts/public.ts';
import { confirmAddress, getUserNameAndEmail } from '../identity/public.ts';
import { addChanges } from '../sync/public.ts';
import { newInvitationRequestEmail, otherAddressRequestEmail } from './emails.ts';
import { enterAccount } from './enter-account.ts';
import { joinGroups } from './group-repo.ts';
import { hashLink } from './invitation-links.ts';
import {
  acceptInvitation,
  declineInvitation,
  findByLink,
  findRoleOf,
  listPendingInvitations,
  lockOpenedInvitation,
  markInvitationRequested,
  type OpenedInvitation,
} from './invitation-repo.ts';
import { groupChanges, userChange } from './member-changes.ts';
import { addMember } from './member-repo.ts';
import { transactAcrossAccounts } from './system-transactions.ts';

type UserCall = Call<UserActor>;
/** How an invitation was found: by a link, or for the user's verified address. */
export type InvitationAt = { token: string } | { waitingId: string };

export type Joined = { client_id: string; name: string; role: Role };

/** @throws AppError('not_found') for a link that was replaced or never was */
export async function openInvitation(tx: Executor, token: string): Promise<OpenedInvitation> {
  const found = await findByLink(tx, hashLink(token));
  if (found === null) throw linkUnknown();
  return found;
}

export function presentOpened(row: OpenedInvitation): InvitationPreview {
  const { name, logo, greeting } = row.branding ?? defaultBranding;
  return {
    id: row.id,
    state: row.state,
    account: { client_id: row.client_id, name: name || row.client_name, logo_url: logo ? row.client_logo_url : null },
    greeting,
    invited_by: row.inviter_name,
    email: row.email,
    role: row.role,
    role_changed: row.role_changed,
    note: row.note,
    expires_at: row.expires_at.toISOString(),
    by_mail: row.by_mail,
  };
}

/**
 * Joins the account, once however often it is said; the session's next token is for it. Opened under another address it
 * says both and joins nothing.
 * @throws AppError not_found, invitation_for_another, invitation_used, invitation_declined, invitation_revoked,
 *   invitation_expired, account_closed
 */
export async function accept(platform: Platform, call: UserCall, at: InvitationAt): Promise<Joined> {
  const { uid } = call.actor;
  const { joined, event } = await transactAcrossAccounts(platform, async (tx) => {
    const invitation = await lockFor(tx, call.actor, at);
    const { client_id: clientId, client_name: name } = invitation;
    const before = await findRoleOf(tx, clientId, uid);
    if (invitation.state === 'accepted' && invitation.accepted_by === uid && before !== null) {
      return { joined: { client_id: clientId, name, role: before }, event: null };
    }
    if (!(await acceptInvitation(tx, clientId, invitation.id, uid))) throw invitationExpired(invitation);
    // The emailed link, used by the user signed in with its address.
    if (invitation.by_mail) await confirmAddress(tx, uid);
    const detail = { changes: [{ field: 'role', from: before, to: before ?? invitation.role }] };
    const event = { ...eventOf(call, 'invitation_accepted', invitation), detail };
    if (before === null) await join(tx, uid, invitation);
    await enterAccount(tx, { sid: call.actor.sid, uid, clientId });
    await writeAudit(tx, event);
    return { joined: { client_id: clientId, name, role: before ?? invitation.role }, event };
  });
  if (event === null) return joined;
  logAudit(platform.log, event);
  platform.notifier.notify('changes_new', joined.client_id);
  return joined;
}

async function join(tx: Transaction, uid: string, invitation: OpenedInvitation): Promise<void> {
  const { client_id: clientId, role, restrictions } = invitation;
  const { name, email } = await getUserNameAndEmail(tx, uid);
  const version = await addMember(tx, clientId, { userId: uid, role, name, email, restrictions });
  if (version === null) return;
  const groups = await joinGroups(tx, clientId, uid, invitation.group_ids);
  await addChanges({ ...tx, clientId }, [userChange(uid, 'NEW', version), ...groupChanges(groups)]);
}

/** The invitation, locked, of a user it is addressed to. */
async function lockFor(tx: Executor, actor: UserActor, at: InvitationAt): Promise<OpenedInvitation> {
  const { email, emailVerified } = await getUserNameAndEmail(tx, actor.uid);
  if ('waitingId' in at) {
    const waiting = emailVerified && isUuid(at.waitingId) ? await listPendingInvitations(tx, email) : [];
    const found = waiting.find(({ id }) => id === at.waitingId.toLowerCase());
    if (found === undefined) throw new AppError('not_found', { message: 'This invitation was not found.' });
    await lockOpenedInvitation(tx, found.client_id, found.id);
    return found;
  }
  const { client_id: clientId, id } = await openInvitation(tx, at.token);
  await lockOpenedInvitation(tx, clientId, id);
  const found = await openInvitation(tx, at.token);
  if (found.email === email) return found;
  const msg = `This invitation is for ${found.email}, and you are signed in as ${email}.`;
  throw new AppError('invitation_for_another', { data: [{ field: 'token', msg }] });
}

/** @throws AppError not_found, or why it is not open any more; declining twice is harmless */
export async function declineByLink(platform: Platform, token: string): Promise<void> {
  await transactAcrossAccounts(platform, async (tx) => {
    const found = await openInvitation(tx, token);
    if (found.state === 'declined') return;
    if (!(await declineInvitation(tx, found.client_id, found.id))) throw invitationExpired(found);
  });
}

/** @throws AppError not_found */
export async function declinePending(platform: Platform, call: UserCall, waitingId: string): Promise<void> {
  await transactAcrossAccounts(platform, async (tx) => {
    const found = await lockFor(tx, call.actor, { waitingId });
    await declineInvitation(tx, found.client_id, found.id);
  });
}

/**
 * Lets the holder of a dead link ask for a new one, and of a living one for an invitation to another address; at most one
 * email a day and link.
 * @param otherEmail where the new one should go, in the contract's spelling
 * @throws AppError not_found
 */
export async function requestNewInvitation(
  platform: Platform,
  token: string,
  otherEmail: string | undefined,
): Promise<void> {
  await transactAcrossAccounts(platform, async (tx) => {
    const found = await openInvitation(tx, token);
    const wantsOther = otherEmail !== undefined && otherEmail !== found.email;
    const dead = found.state === 'expired' || found.state === 'revoked';
    if (!dead && !(wantsOther && found.state === 'open')) return;
    if ((await findRoleOf(tx, found.client_id, found.invited_by)) === null) return;
    if (!(await markInvitationRequested(tx, found.client_id, found.id))) return;
    const { email: to } = await getUserNameAndEmail(tx, found.invited_by);
    const url = `${platform.publicUrl()}/team`;
    const about = { account: found.client_name, email: found.email, url };
    const content = wantsOther
      ? otherAddressRequestEmail(to, { ...about, otherEmail })
      : newInvitationRequestEmail(to, about);
    await enqueueEmail(tx, platform, content, 7 * 24 * 3600, found.client_id);
  });
  notifyMailWorker(platform);
}

/** Why an invitation cannot be answered any more. */
export function invitationExpired({ state, inviter_name: inviter, client_name: account }: OpenedInvitation): AppError {
  const who = inviter === '' ? 'whoever invited you' : inviter;
  switch (state) {
    case 'accepted':
      return new AppError('invitation_used', { message: 'This invitation has already been used.' });
    case 'declined':
      return new AppError('invitation_declined', {
        message: `This invitation was declined. Ask ${who} for a new one.`,
      });
    case 'revoked':
      return new AppError('invitation_revoked', {
        message: `This invitation was taken back. Ask ${who} for a new one.`,
      });
    case 'closed':
      return new AppError('account_closed', { message: `The account ${account} has been closed.` });
    default:
      return new AppError('invitation_expired', { message: `This invitation has expired. Ask ${who} for a new one.` });
  }
}

function linkUnknown(): AppError {
  return new AppError('not_found', {
    message: 'This invitation was not found. Request a new email.',
  });
}

function eventOf(call: UserCall, action: string, invitation: OpenedInvitation): AuditEvent {
  const { actor, ip, requestId } = call;
  const { client_id: clientId, id: target } = invitation;
  return { action: `team.${action}`, uid: actor.uid, clientId, target, ip, requestId };
}
