import type { UserGroup } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Hydrate } from '../sync/public.ts';
import { groupHandlers, ownershipHandlers } from './account-handlers.ts';
import type { CloseChannels } from './close-account.ts';
import { findGroups, listGroups } from './group-repo.ts';
import { answerHandlers, invitationHandlers } from './invitation-handlers.ts';
import { joinHandlers } from './join-handlers.ts';
import { memberHandlers } from './member-handlers.ts';
import { presentGroup } from './present.ts';

export { audienceOf } from './audience.ts';
export type { CloseChannels } from './close-account.ts';
export { createPeopleForIdentity } from './for-identity.ts';
export { areGroups } from './group-repo.ts';
export { maskDigits, maskTyped } from './mask.ts';
export { areChannels, areMembers } from './member-repo.ts';
export { narrowChanges, seenThreads, seesContact } from './narrow-changes.ts';
export { createOnline, type Online } from './online.ts';
export { createPeopleOfSync } from './people-of-sync.ts';
export { type Seer, seerOf, type Visibility, visibilityOf } from './visibility.ts';

/** Who belongs to an account, what they may do and see, and who comes and goes. */
export function teamHandlers(platform: Platform, closeChannels: CloseChannels): Handlers {
  return {
    ...memberHandlers(platform),
    ...invitationHandlers(platform),
    ...answerHandlers(platform),
    ...joinHandlers(platform),
    ...groupHandlers(platform),
    ...ownershipHandlers(platform, closeChannels),
  };
}

/** The groups the app starts with. */
export async function startingGroups(tx: TenantTx): Promise<UserGroup[]> {
  return (await listGroups(tx)).map(presentGroup);
}

export const hydrateUserGroups: Hydrate = async (tx, ids) => {
  const rows = await findGroups(tx, ids);
  return new Map(rows.map((row) => [row.id, { version: row.version, data: presentGroup(row) }]));
};
