import type { Role } from '@parley/contract/types';
import { type Executor, statement } from '../../platform/db/sql.ts';

export type TransferRow = {
  id: string;
  from_user: string;
  from_name: string;
  to_user: string;
  to_name: string;
  created_at: Date;
  expires_at: Date;
};

const findStatement = statement(
  'team.lock_transfer',
  `select t.id, t.from_user, f.name as from_name, t.to_user, o.name as to_name, t.created_at, t.expires_at
   from client_transfers t
   join client_users f on f.client_id = t.client_id and f.user_id = t.from_user
   join client_users o on o.client_id = t.client_id and o.user_id = t.to_user
   where t.client_id = $1 and t.expires_at > now() for update of t`,
);

/** The open offer of an account, as it stays until the transaction ends. */
export async function lockTransfer(tx: Executor, clientId: string): Promise<TransferRow | null> {
  const [row] = await tx.rows<TransferRow>(findStatement, [clientId]);
  return row ?? null;
}

const offerStatement = statement(
  'team.insert_transfer',
  `insert into client_transfers as t (client_id, id, from_user, to_user, expires_at)
   values ($1, $2, $3, $4, now() + interval '7 days')
   on conflict (client_id) do update set id = excluded.id, from_user = excluded.from_user, to_user = excluded.to_user,
     created_at = now(), expires_at = excluded.expires_at
   where t.expires_at <= now()`,
);

/** @returns false when an offer is open already */
export async function insertTransfer(
  tx: Executor,
  offer: { clientId: string; id: string; fromUser: string; toUser: string },
): Promise<boolean> {
  return (await tx.run(offerStatement, [offer.clientId, offer.id, offer.fromUser, offer.toUser])) === 1;
}

const deleteStatement = statement(
  'team.delete_transfer',
  'delete from client_transfers where client_id = $1 and ($2::uuid is null or to_user = $2) and expires_at > now()',
);

/** @param toUser null: any receiver @returns false when there was none */
export async function deleteTransfer(tx: Executor, clientId: string, toUser: string | null): Promise<boolean> {
  return (await tx.run(deleteStatement, [clientId, toUser])) === 1;
}

const memberAccessStatement = statement(
  'team.lock_member_role',
  `select role, suspended_at is not null as suspended from client_users
   where client_id = $1 and user_id = $2 for update`,
);

export async function lockMemberRole(
  tx: Executor,
  clientId: string,
  userId: string,
): Promise<{ role: Role; suspended: boolean } | null> {
  const [row] = await tx.rows<{ role: Role; suspended: boolean }>(memberAccessStatement, [clientId, userId]);
  return row ?? null;
}

const roleStatement = statement(
  'team.set_role',
  `update client_users set role = $3, restrictions = null, access_changed_at = now(), version = version + 1
   where client_id = $1 and user_id = $2 returning version`,
);

export async function setRole(tx: Executor, clientId: string, userId: string, role: Role): Promise<number> {
  const [row] = await tx.rows<{ version: number }>(roleStatement, [clientId, userId, role]);
  if (row === undefined) throw new Error('a locked member is gone');
  return row.version;
}

const addresses = statement(
  'team.list_addresses',
  `select u.id, u.email from client_users m join shared_users u on u.id = m.user_id
   where m.client_id = $1 and m.suspended_at is null order by u.id`,
);

/** The recipients of emails about an account. */
export function listAddresses(tx: Executor, clientId: string): Promise<{ id: string; email: string }[]> {
  return tx.rows<{ id: string; email: string }>(addresses, [clientId]);
}
