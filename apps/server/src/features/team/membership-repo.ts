import type { Role } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

const membershipsOf = statement(
  'team.list_memberships',
  `select m.client_id, m.role, c.name as client_name,
     (select count(*) from client_users o where o.client_id = m.client_id and o.user_id <> m.user_id)::int as "otherMemberships"
   from client_users m join shared_clients c on c.id = m.client_id and c.deleted_at is null
   where m.user_id = $1 order by m.client_id`,
);

export type MembershipRow = { client_id: string; role: Role; client_name: string; otherMemberships: number };

const lockAccountsOf = statement(
  'team.lock_accounts',
  `select c.id from shared_clients c join client_users m on m.client_id = c.id
   where m.user_id = $1 and c.deleted_at is null order by c.id for update of c`,
);

/** Every membership of a user, in accounts locked against joining and leaving until the transaction ends. */
export async function lockMembershipsOf(tx: Executor, userId: string): Promise<MembershipRow[]> {
  await tx.rows(lockAccountsOf, [userId]);
  return tx.rows<MembershipRow>(membershipsOf, [userId]);
}

const usedStatement = statement(
  'team.mark_member_used',
  'update client_users set last_used_at = now() where client_id = $1 and user_id = $2',
);

/** The account that a user entered last, where the next sign-in begins. */
export async function markMemberUsed(tx: Executor, clientId: string, userId: string): Promise<void> {
  await tx.run(usedStatement, [clientId, userId]);
}

const dismissStatement = statement(
  'team.dismiss_checklist',
  `update client_users set checklist_dismissed_at = case when $3 then now() end where client_id = $1 and user_id = $2`,
);

/** Whether a member hid the list of first steps. */
export async function setChecklistDismissed(tx: TenantTx, userId: string, dismissed: boolean): Promise<void> {
  await tx.run(dismissStatement, [tx.clientId, userId, dismissed]);
}

const eraseFormerStatement = statement(
  'team.erase_former_member',
  `with asked as (delete from join_requests where user_id = $1)
   delete from former_members where user_id = $1`,
);
/** A deleted user's name is deleted too. */
export async function eraseFormerMember(tx: Executor, userId: string): Promise<void> {
  await tx.run(eraseFormerStatement, [userId]);
}

const setEmail = statement(
  'team.set_email',
  `update client_users m set email = $2, version = m.version + 1
   from shared_clients c where c.id = m.client_id and c.deleted_at is null and m.user_id = $1
   returning m.client_id, m.version`,
);

/** Copies a user's address to all memberships. */
export function updateEmailOf(
  tx: Executor,
  userId: string,
  email: string,
): Promise<{ client_id: string; version: number }[]> {
  return tx.rows<{ client_id: string; version: number }>(setEmail, [userId, email]);
}

const setPhoto = statement(
  'team.set_photo',
  `update client_users m set photo_url = $2, version = m.version + 1
   from shared_clients c where c.id = m.client_id and c.deleted_at is null and m.user_id = $1
     and m.photo_url is distinct from $2
   returning m.client_id, m.version`,
);

/** Copies a user's photo to all memberships. @param photoUrl null: none */
export function updatePhotoOf(
  tx: Executor,
  userId: string,
  photoUrl: string | null,
): Promise<{ client_id: string; version: number }[]> {
  return tx.rows<{ client_id: string; version: number }>(setPhoto, [userId, photoUrl]);
}
