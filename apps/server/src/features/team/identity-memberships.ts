import type { TenantTx, Transaction } from '../../platform/db/sql.ts';
import { pgCode } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { IdentityDependencies } from '../identity/public.ts';
import { addChanges } from '../sync/public.ts';
import { invitationExpired, openInvitation } from './answer-invitation.ts';
import { closeNow } from './close-account.ts';
import type { TeamDependencies } from './dependencies.ts';
import { listPendingInvitations } from './invitation-repo.ts';
import { userChange } from './member-changes.ts';
import { lastOwner, removeFromAccount } from './members.ts';
import {
  eraseFormerMember,
  lockMembershipsOf,
  type MembershipRow,
  markMemberUsed,
  updateEmailOf,
  updatePhotoOf,
} from './membership-repo.ts';

/** What sign-in asks about invitations and memberships. */
export function createIdentityMemberships(
  platform: Platform,
  dependencies: TeamDependencies,
  receiveSquare: IdentityDependencies['receiveAvatar'],
): IdentityDependencies {
  return {
    receiveAvatar: receiveSquare,
    async findInvitation(tx, token) {
      const found = await openInvitation(tx, token);
      if (found.state !== 'open') throw invitationExpired(found);
      return { email: found.email, verifiesAddress: found.by_mail, account: found.client_name };
    },
    markMemberUsed,
    countInvitations: async (tx, email) => (await listPendingInvitations(tx, email)).length,
    async leaveAllAccounts(tx, uid) {
      const memberships = await lockMembershipsOf(tx, uid);
      const settles: (() => void)[] = [];
      for (const membership of memberships) {
        const { client_id: clientId, otherMemberships } = membership;
        // There are no other members: the account is closed with its only member, whose row stays for the Owner rule.
        if (otherMemberships === 0) settles.push(await closeNow(platform, dependencies, tx, clientId));
        else settles.push(await leave(platform, dependencies, { ...tx, clientId }, uid, membership));
      }
      await eraseFormerMember(tx, uid);
      return () => {
        for (const settle of settles) settle();
      };
    },
    async addressChanged(tx, uid, email) {
      return recordUserChanges(platform, tx, uid, await updateEmailOf(tx, uid, email));
    },
    async photoChanged(tx, uid, photoUrl) {
      return recordUserChanges(platform, tx, uid, await updatePhotoOf(tx, uid, photoUrl));
    },
  };
}

/** Writes into the feed of each account that a member of it is different. @returns what to call after the commit */
async function recordUserChanges(
  platform: Platform,
  tx: Transaction,
  uid: string,
  rows: readonly { client_id: string; version: number }[],
): Promise<() => void> {
  for (const { client_id: clientId, version } of rows) {
    await addChanges({ ...tx, clientId }, [userChange(uid, 'MODIFIED', version)]);
  }
  return () => {
    for (const { client_id: clientId } of rows) platform.notifier.notify('changes_new', clientId);
  };
}

async function leave(
  platform: Platform,
  dependencies: TeamDependencies,
  tx: TenantTx,
  uid: string,
  { role, client_name: name, client_id: clientId }: MembershipRow,
): Promise<() => void> {
  await removeFromAccount(tx, dependencies, { user_id: uid, role }, null).catch((error: unknown) => {
    throw pgCode(error) === 'PL001' ? lastOwner(error, [name]) : error;
  });
  return () => platform.notifier.notify('changes_new', clientId);
}
