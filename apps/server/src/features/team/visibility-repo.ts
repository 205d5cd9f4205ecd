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
  'team.find_thread_assignments',
  `select ${columns} from team_threads where client_id = $1 and id = any($2)`,
);

/** Where threads are and whose, for the question who sees them. */
export function listThreadPlaces(tx: TenantTx, ids: readonly string[]): Promise<ThreadPlaceRow[]> {
  return tx.rows<ThreadPlaceRow>(placesById, [tx.clientId, ids]);
}

export type ViewerRow = {
  user_id: string;
  role: Role;
  restrictions: Partial<Restrictions> | null;
  user_restrictions: Partial<Restrictions> | null;
  group_ids: string[];
};

const viewersStatement = statement(
  'team.list_viewers',
  `select m.user_id, m.role, m.restrictions, c.user_restrictions,
     array(select g.group_id from user_group_members g where g.client_id = m.client_id and g.user_id = m.user_id) as group_ids
   from client_users m join shared_clients c on c.id = m.client_id
   where m.client_id = $1 and m.suspended_at is null and ($2::uuid is null or m.user_id = $2) order by m.user_id`,
);

/** Active members, or one, with their visibility. @param uid null: all */
export function listViewers(tx: TenantTx, uid: string | null): Promise<ViewerRow[]> {
  return tx.rows<ViewerRow>(viewersStatement, [tx.clientId, uid]);
}

const placesByContact = statement(
  'team.list_thread_assignments_of_contacts',
  `select ${columns} from team_threads where client_id = $1 and contact_id = any($2)`,
);

export function listThreadPlacesOfContacts(tx: TenantTx, contactIds: readonly string[]): Promise<ThreadPlaceRow[]> {
  return tx.rows<ThreadPlaceRow>(placesByContact, [tx.clientId, contactIds]);
}

const seenMembers = statement(
  'team.count_visible_members',
  `select m.contact_list_id as id, count(*) filter (where not m.sandbox)::int as members,
     count(*) filter (where m.sandbox)::int as sandbox
   from (select distinct t.contact_id from team_threads t
     where t.client_id = $1 and (t.assignee_id = $2 or t.assignee_group_id = any($3))
       and ($4::uuid[] is null or t.channel_id = any($4))) seen
   join team_list_members m on m.client_id = $1 and m.contact_id = seen.contact_id
   where m.contact_list_id = any($5) group by m.contact_list_id`,
);

/** The number of contacts in each list that are visible with the restriction to assigned conversations. */
export function countVisibleMembers(
  tx: TenantTx,
  limits: { assigneeId: string; groupIds: readonly string[]; channelIds: readonly string[] | null },
  listIds: readonly string[],
): Promise<{ id: string; members: number; sandbox: number }[]> {
  const { assigneeId, groupIds, channelIds } = limits;
  return tx.rows(seenMembers, [tx.clientId, assigneeId, groupIds, channelIds, listIds]);
}
