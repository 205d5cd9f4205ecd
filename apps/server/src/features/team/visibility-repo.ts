import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type ThreadPlaceRow = {
  id: string;
  contact_id: string;
  channel_id: string;
  assignee_id: string | null;
  assignee_group_id: string | null;
};

const columns = 'id, contact_id, channel_id, assignee_id, assignee_group_id';

const placesById = statement(
  'team.thread-places',
  `select ${columns} from threads where client_id = $1 and id = any($2)`,
);

/** Where threads are and whose, for the question who sees them. */
export function listThreadPlaces(tx: TenantTx, ids: readonly string[]): Promise<ThreadPlaceRow[]> {
  return tx.rows<ThreadPlaceRow>(placesById, [tx.clientId, ids]);
}

const placesByContact = statement(
  'team.thread-places-of-contacts',
  `select ${columns} from threads where client_id = $1 and contact_id = any($2)`,
);

export function listThreadPlacesOfContacts(tx: TenantTx, contactIds: readonly string[]): Promise<ThreadPlaceRow[]> {
  return tx.rows<ThreadPlaceRow>(placesByContact, [tx.clientId, contactIds]);
}
