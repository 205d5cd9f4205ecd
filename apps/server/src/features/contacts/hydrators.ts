import type { Hydrate } from '../../platform/feature.ts';
import { findLists } from './lists/list-repo.ts';
import { presentContact, presentList } from './people/present.ts';
import { findContacts } from './people/repo.ts';

export const hydrateContacts: Hydrate = async (tx, ids) => {
  const rows = await findContacts(tx, ids);
  return new Map(rows.map((row) => [row.id, { version: row.version, data: presentContact(row) }]));
};

export const hydrateContactLists: Hydrate = async (tx, ids) => {
  const rows = await findLists(tx, ids);
  return new Map(rows.map((row) => [row.id, { version: row.version, data: presentList(row) }]));
};
