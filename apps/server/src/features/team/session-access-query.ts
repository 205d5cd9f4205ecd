import type { SessionAccessRow } from '../../platform/auth/access.ts';
import { type Executor, statement } from '../../platform/db/sql.ts';

/*
 * The one statement of every call: session, user, membership and account row, each by its key; groups only of members
 * restricted to assigned conversations.
 */
const sessionAccessStatement = statement(
  'auth.find_access',
  `select s.auth_time, c.id as client_id, case when c.id is not null then m.role end as role,
     m.restrictions, c.user_restrictions, c.users_may_delete_all_contacts,
     coalesce(c.require_two_step_verification, false) and (
       select f.id from shared_user_factors f where f.user_id = s.user_id and f.kind = 'totp' and f.confirmed_at is not null
     ) is null and not exists (select from shared_user_passkeys k where k.user_id = s.user_id) as lacks_second_factor,
     case when not s.amr @> array['provider:' || c.sign_in_provider] then c.sign_in_provider end as needs_provider,
     greatest(m.access_changed_at, c.users_access_changed_at) as access_changed_at,
     case when m.role = 'User' and (m.restrictions @> '{"only_assigned": true}' or c.user_restrictions @> '{"only_assigned": true}')
       then array(select g.group_id from user_group_members g where g.client_id = m.client_id and g.user_id = m.user_id
         order by g.group_id) end as group_ids
   from shared_sessions s
   join shared_users u on u.id = s.user_id and u.disabled_at is null
   left join client_users m on m.client_id = $3::uuid and m.user_id = s.user_id and m.suspended_at is null
   left join shared_clients c on c.id = m.client_id and c.deleted_at is null
   where s.id = $1 and s.user_id = $2 and s.revoked_at is null
     and s.idle_expires_at > now() and s.absolute_expires_at > now()`,
);

export async function findSessionAccess(
  tx: Executor,
  sid: string,
  uid: string,
  clientId: string | null,
): Promise<SessionAccessRow | null> {
  const [row] = await tx.rows<SessionAccessRow>(sessionAccessStatement, [sid, uid, clientId]);
  return row ?? null;
}
