import type { Restrictions, Role } from '@parley/contract/types';
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

export type SeerRow = {
  user_id: string;
  role: Role;
  restrictions: Partial<Restrictions> | null;
  user_restrictions: Partial<Restrictions> | null;
  group_ids: string[];
};

const seersStatement = statement(
  'team.seers',
  `select m.user_id, m.role, m.restrictions, c.user_restrictions,
     array(select g.group_id from user_group_members g where g.client_id = m.client_id and g.user_id = m.user_id) as group_ids
   from client_users m join clients c on c.id = m.client_id
   where m.client_id = $1 and m.suspended_at is null order by m.user_id`,
);

/** Everybody who may be in the account, with what decides about what they see. */
export function listSeers(tx: TenantTx): Promise<SeerRow[]> {
  return tx.rows<SeerRow>(seersStatement, [tx.clientId]);
}

const placesByContact = statement(
  'team.thread-places-of-contacts',
  `select ${columns} from threads where client_id = $1 and contact_id = any($2)`,
);

export function listThreadPlacesOfContacts(tx: TenantTx, contactIds: readonly string[]): Promise<ThreadPlaceRow[]> {
  return tx.rows<ThreadPlaceRow>(placesByContact, [tx.clientId, contactIds]);
}
