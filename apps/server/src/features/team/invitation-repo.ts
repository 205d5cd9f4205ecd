import type { InvitationBranding, Restrictions, Role } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type InvitationRow = {
  client_id: string;
  id: string;
  email: string;
  role: Role;
  role_changed: boolean;
  restrictions: Restrictions | null;
  group_ids: string[];
  note: string;
  invited_by: string;
  inviter_name: string;
  serial: number;
  email_id: string | null;
  request_hash: Buffer;
  created_at: Date;
  sent_at: Date | null;
  expires_at: Date;
  expired: boolean;
};

const isOpen = 'i.accepted_at is null and i.declined_at is null and i.revoked_at is null';
const columns = `i.client_id, i.id, i.email, i.role, i.restrictions, i.group_ids, i.note, i.invited_by,
  coalesce(m.name, f.name, '') as inviter_name, i.serial, i.email_id, i.request_hash, i.created_at, i.sent_at,
  i.expires_at, i.expires_at <= now() as expired
  from invitations i
  left join client_users m on m.client_id = i.client_id and m.user_id = i.invited_by
  left join former_members f on f.client_id = i.client_id and f.user_id = i.invited_by`;

const pageStatement = statement(
  'team.list_invitations',
  `select ${columns} where i.client_id = $1 and ${isOpen} and (i.created_at, i.id) < ($2, $3)
   order by i.created_at desc, i.id desc limit $4`,
);

export type InvitationPosition = { at: Date; id: string };

/** Unanswered ones, expired ones too, newest first. */
export function listInvitations(tx: TenantTx, before: InvitationPosition, limit: number): Promise<InvitationRow[]> {
  return tx.rows<InvitationRow>(pageStatement, [tx.clientId, before.at, before.id, limit]);
}

const oneStatement = statement(
  'team.find_invitation',
  `select ${columns} where i.client_id = $1 and i.id = $2 and ${isOpen} for update of i`,
);

/** An unanswered invitation, as it stays until the transaction ends. */
export async function lockInvitation(tx: Executor, clientId: string, id: string): Promise<InvitationRow | null> {
  const [row] = await tx.rows<InvitationRow>(oneStatement, [clientId, id]);
  return row ?? null;
}

const anyStatement = statement(
  'team.find_invitation_of_any_state',
  `select ${columns} where i.client_id = $1 and i.id = $2`,
);
const openForStatement = statement(
  'team.find_invitation_for_email',
  `select ${columns} where i.client_id = $1 and i.email = $2 and ${isOpen}`,
);

/** The conflicts of a new invitation: one with its id (answered or not), and a pending one for its address. */
export async function findConflictingInvitation(
  tx: Executor,
  clientId: string,
  id: string,
  email: string,
): Promise<{ sameId: InvitationRow | null; sameEmail: InvitationRow | null }> {
  const [[sameId], [sameEmail]] = await Promise.all([
    tx.rows<InvitationRow>(anyStatement, [clientId, id]),
    tx.rows<InvitationRow>(openForStatement, [clientId, email]),
  ]);
  return { sameId: sameId ?? null, sameEmail: sameEmail ?? null };
}

const memberByEmail = statement(
  'team.find_member_by_email',
  `select exists (select from shared_users u join client_users m on m.user_id = u.id
     where lower(u.email) = $2 and m.client_id = $1) as found`,
);

/** @param tx of the role that sees users */
export async function isMemberByEmail(tx: Executor, clientId: string, email: string): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(memberByEmail, [clientId, email]);
  return row?.found === true;
}

const verifiedStatement = statement(
  'team.has_verified_channel',
  `select exists (select from team_channels
     where client_id = $1 and kind = 'WHATSAPP' and verified and not sandbox and deleted_at is null) as found`,
);

/** Whether WhatsApp has shown that a number belongs to the account. */
export async function isVerifiedAccount(tx: Executor, clientId: string): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(verifiedStatement, [clientId]);
  return row?.found === true;
}

// The account's row is locked, so that calls at once cannot pass the limit together.
const lockAccount = statement('team.lock_account', 'select id from shared_clients where id = $1 for update');
const invitedStatement = statement(
  'team.count_invited',
  `with recent as (
     select client_id, invited_by, greatest(created_at, day_began_at) as at,
       case when day_began_at > now() - interval '1 day' then sent_in_day else 1 end as n
     from invitations where (client_id = $1 or invited_by = $2)
       and (created_at > now() - interval '1 day' or day_began_at > now() - interval '1 day')
   ), first as (
     select min(at) as at from recent
   )
   select greatest((select sum(n) from recent where client_id = $1), (select sum(n) from recent where invited_by = $2))::int
       as count,
     greatest(1, ceil(extract(epoch from first.at + interval '1 day' - now())))::int as wait_s
   from first`,
);

/**
 * How many invitations an account or a user sent within a day, the same one again counted again, whichever is more; and
 * the seconds until it is one less.
 */
export async function countInvited(
  tx: Executor,
  clientId: string,
  uid: string,
): Promise<{ count: number; wait_s: number }> {
  await tx.rows(lockAccount, [clientId]);
  const [row] = await tx.rows<{ count: number; wait_s: number | null }>(invitedStatement, [clientId, uid]);
  return { count: row?.count ?? 0, wait_s: row?.wait_s ?? 1 };
}

export type NewInvitation = {
  clientId: string;
  id: string;
  email: string;
  role: Role;
  restrictions: Restrictions | null;
  groupIds: readonly string[];
  note: string;
  invitedBy: string;
  requestHash: Buffer;
  hashes: { mail: Buffer; copy: Buffer };
  lifeDays: number;
};

const insertStatement = statement(
  'team.insert_invitation',
  `insert into invitations (client_id, id, email, role, restrictions, group_ids, note, invited_by, request_hash,
     email_token_hash, link_token_hash, expires_at, sent_role)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() + make_interval(days => $12), $4)
   on conflict do nothing`,
);

/** @returns false when its id is taken or an unanswered one for the address is there, also since just now */
export async function insertInvitation(tx: Executor, invitation: NewInvitation): Promise<boolean> {
  const { clientId, id, email, role, restrictions, groupIds, note, invitedBy, requestHash, hashes } = invitation;
  const limits = restrictions === null ? null : JSON.stringify(restrictions);
  return (
    (await tx.run(insertStatement, [
      clientId,
      id,
      email,
      role,
      limits,
      groupIds,
      note,
      invitedBy,
      requestHash,
      hashes.mail,
      hashes.copy,
      invitation.lifeDays,
    ])) === 1
  );
}

const renewStatement = statement(
  'team.renew_invitation',
  `update invitations set serial = serial + 1, email_token_hash = $3, link_token_hash = $4, sent_role = role,
     expires_at = now() + make_interval(days => $5)
   where client_id = $1 and id = $2`,
);

/** New links; the ones before lead nowhere from now on. */
export async function renewInvitation(
  tx: Executor,
  clientId: string,
  id: string,
  hashes: { mail: Buffer; copy: Buffer },
  lifeDays: number,
): Promise<void> {
  await tx.run(renewStatement, [clientId, id, hashes.mail, hashes.copy, lifeDays]);
}

const sentStatement = statement(
  'team.mark_invitation_sent',
  `update invitations set email_id = $3, sent_at = now(),
     sent_in_day = case when day_began_at > now() - interval '1 day' then sent_in_day + 1 else 1 end,
     day_began_at = case when day_began_at > now() - interval '1 day' then day_began_at else now() end
   where client_id = $1 and id = $2`,
);

export async function setInvitationEmail(tx: Executor, clientId: string, id: string, emailId: string): Promise<void> {
  await tx.run(sentStatement, [clientId, id, emailId]);
}

const changeStatement = statement(
  'team.update_invitation',
  'update invitations set role = $3, restrictions = $4 where client_id = $1 and id = $2',
);

export async function updateInvitation(
  tx: Executor,
  clientId: string,
  id: string,
  role: Role,
  restrictions: Restrictions | null,
): Promise<void> {
  await tx.run(changeStatement, [clientId, id, role, restrictions === null ? null : JSON.stringify(restrictions)]);
}

const revokeStatement = statement(
  'team.revoke_invitation',
  `update invitations i set revoked_at = now() where i.client_id = $1 and i.id = $2 and ${isOpen}`,
);

export async function revokeInvitation(tx: Executor, clientId: string, id: string): Promise<boolean> {
  return (await tx.run(revokeStatement, [clientId, id])) === 1;
}

const revokeOwnersStatement = statement(
  'team.revoke_owner_invitations',
  `update invitations i set revoked_at = now()
   where i.client_id = $1 and i.invited_by = $2 and i.role = 'Owner' and ${isOpen}`,
);

/** A member who is no longer an Owner cannot appoint Owners. */
export async function revokeOwnerInvitationsBy(tx: TenantTx, userId: string): Promise<void> {
  await tx.run(revokeOwnersStatement, [tx.clientId, userId]);
}

// ---- opened by a link, before any account is known ----

export type OpenedInvitation = {
  client_id: string;
  id: string;
  client_name: string;
  client_logo_url: string | null;
  branding: InvitationBranding | null;
  email: string;
  role: Role;
  role_changed: boolean;
  restrictions: Restrictions | null;
  group_ids: string[];
  note: string;
  invited_by: string;
  inviter_name: string;
  expires_at: Date;
  accepted_by: string | null;
  state: 'open' | 'accepted' | 'declined' | 'revoked' | 'expired' | 'closed';
  by_mail: boolean;
};

const openedColumns = `i.client_id, i.id, c.name as client_name, c.logo_url as client_logo_url, c.invitation_branding as branding,
  i.email, i.role,
  i.role <> coalesce(i.sent_role, i.role) as role_changed, i.restrictions, i.group_ids, i.note,
  i.invited_by, coalesce(m.name, f.name, '') as inviter_name, i.expires_at, i.accepted_by,
  case when i.accepted_at is not null then 'accepted' when c.deleted_at is not null then 'closed'
    when i.declined_at is not null then 'declined' when i.revoked_at is not null then 'revoked'
    when i.expires_at <= now() then 'expired' else 'open' end as state`;
const openedFrom = `from invitations i
  join shared_clients c on c.id = i.client_id
  left join client_users m on m.client_id = i.client_id and m.user_id = i.invited_by
  left join former_members f on f.client_id = i.client_id and f.user_id = i.invited_by`;

const byLink = statement(
  'team.find_invitation_by_link',
  `select ${openedColumns}, true as by_mail ${openedFrom} where i.email_token_hash = $1
   union all select ${openedColumns}, false ${openedFrom} where i.link_token_hash = $1`,
);

/** @param hash of the link's token @returns null for a link that was replaced or never was */
export async function findByLink(tx: Executor, hash: Buffer): Promise<OpenedInvitation | null> {
  const [row] = await tx.rows<OpenedInvitation>(byLink, [hash]);
  return row ?? null;
}

const lockOpened = statement(
  'team.lock_invitation',
  'select from invitations where client_id = $1 and id = $2 for update',
);

/** Answers to one invitation come one after another. */
export async function lockOpenedInvitation(tx: Executor, clientId: string, id: string): Promise<void> {
  await tx.rows(lockOpened, [clientId, id]);
}

const waitingStatement = statement(
  'team.list_waiting_invitations',
  `select ${openedColumns}, false as by_mail ${openedFrom}
   where i.email = $1 and ${isOpen} and i.expires_at > now() and c.deleted_at is null
   order by i.created_at desc, i.id limit 100`,
);

/** Living invitations to an address, in all accounts, newest first. */
export function listPendingInvitations(tx: Executor, email: string): Promise<OpenedInvitation[]> {
  return tx.rows<OpenedInvitation>(waitingStatement, [email]);
}

const acceptStatement = statement(
  'team.accept_invitation',
  `update invitations i set accepted_at = now(), accepted_by = $3
   where i.client_id = $1 and i.id = $2 and ${isOpen} and i.expires_at > now()`,
);

/** @returns false when it is not open any more */
export async function acceptInvitation(tx: Executor, clientId: string, id: string, userId: string): Promise<boolean> {
  return (await tx.run(acceptStatement, [clientId, id, userId])) === 1;
}

const declineStatement = statement(
  'team.decline_invitation',
  `update invitations i set declined_at = now()
   where i.client_id = $1 and i.id = $2 and ${isOpen} and i.expires_at > now()`,
);

export async function declineInvitation(tx: Executor, clientId: string, id: string): Promise<boolean> {
  return (await tx.run(declineStatement, [clientId, id])) === 1;
}

const askStatement = statement(
  'team.request_new_invitation',
  `update invitations set asked_again_at = now()
   where client_id = $1 and id = $2 and coalesce(asked_again_at < now() - interval '1 day', true)`,
);

/** @returns false when it was asked less than a day ago */
export async function markInvitationRequested(tx: Executor, clientId: string, id: string): Promise<boolean> {
  return (await tx.run(askStatement, [clientId, id])) === 1;
}

const stillMember = statement('team.find_role', `select role from client_users where client_id = $1 and user_id = $2`);

export async function findRoleOf(tx: Executor, clientId: string, userId: string): Promise<Role | null> {
  const [row] = await tx.rows<{ role: Role }>(stillMember, [clientId, userId]);
  return row?.role ?? null;
}
