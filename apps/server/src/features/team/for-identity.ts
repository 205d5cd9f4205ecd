import type { Transaction } from '../../platform/db/sql.ts';
import { pgCode } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { IdentityNeeds } from '../identity/public.ts';
import { addChanges } from '../sync/public.ts';
import { deadInvitation, openByLink } from './answer-invitation.ts';
import { type CloseChannels, closeNow } from './close-account.ts';
import { listWaiting } from './invitation-repo.ts';
import { userChange } from './member-changes.ts';
import {
  forgetFormerMember,
  lockMembershipsOf,
  type MembershipRow,
  updateEmailOf,
  updatePhotoOf,
} from './member-repo.ts';
import { lastOwner, removeFromAccount } from './members.ts';

/** What sign-in asks about invitations and memberships. */
export function createPeopleForIdentity(
  platform: Platform,
  closeChannels: CloseChannels,
  receiveSquare: IdentityNeeds['receiveSquare'],
): IdentityNeeds {
  return {
    receiveSquare,
    async findInvitation(tx, token) {
      const found = await openByLink(tx, token);
      if (found.state !== 'open') throw deadInvitation(found);
      return { email: found.email, provesAddress: found.by_mail };
    },
    countInvitations: async (tx, email) => (await listWaiting(tx, email)).length,
    async leaveAll(tx, uid) {
      const memberships = await lockMembershipsOf(tx, uid);
      const settles: (() => void)[] = [];
      for (const membership of memberships) {
        const { client_id: clientId, others } = membership;
        // Nobody else is in it: the account goes with its only member, whose row stays for the Owner rule.
        if (others === 0) settles.push(await closeNow(platform, tx, clientId, closeChannels));
        else settles.push(await leave(platform, { ...tx, clientId }, uid, membership));
      }
      await forgetFormerMember(tx, uid);
      return () => {
        for (const settle of settles) settle();
      };
    },
    async addressChanged(tx, uid, email) {
      return tellColleagues(platform, tx, uid, await updateEmailOf(tx, uid, email));
    },
    async photoChanged(tx, uid, photoUrl) {
      return tellColleagues(platform, tx, uid, await updatePhotoOf(tx, uid, photoUrl));
    },
  };
}

/** Writes into the feed of each account that a member of it is different. @returns what to call after the commit */
async function tellColleagues(
  platform: Platform,
  tx: Transaction,
  uid: string,
  rows: readonly { client_id: string; version: number }[],
): Promise<() => void> {
  for (const { client_id: clientId, version } of rows) {
    await addChanges({ ...tx, clientId }, [userChange(uid, 'MODIFIED', version)]);
  }
  return () => {
    for (const { client_id: clientId } of rows) platform.signal.hint('changes_new', clientId);
  };
}

async function leave(
  platform: Platform,
  tx: Parameters<typeof removeFromAccount>[0],
  uid: string,
  { role, client_name: name, client_id: clientId }: MembershipRow,
): Promise<() => void> {
  await removeFromAccount(tx, { user_id: uid, role }, null).catch((error: unknown) => {
    throw pgCode(error) === 'PL001' ? lastOwner(error, [name]) : error;
  });
  return () => platform.signal.hint('changes_new', clientId);
}
