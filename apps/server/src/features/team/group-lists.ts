import type { UserGroup } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Hydrate } from '../../platform/feature.ts';
import { findGroups, listGroups } from './group-repo.ts';
import { presentGroup } from './present.ts';

/** The groups the app starts with. */
export async function listInitialGroups(tx: TenantTx): Promise<UserGroup[]> {
  return (await listGroups(tx)).map(presentGroup);
}

export const hydrateUserGroups: Hydrate = async (tx, ids) => {
  const rows = await findGroups(tx, ids);
  return new Map(rows.map((row) => [row.id, { version: row.version, data: presentGroup(row) }]));
};
