import type { Restrictions, Role } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type ClientRow = {
  id: string;
  name: string;
  logo_url: string | null;
  country: string;
  time_zone: string;
  industry: string | null;
  website: string | null;
  team_size: string | null;
  referral_source: string | null;
  custom_fields: string[];
  user_restrictions: Partial<UserRestrictions>;
  users_may_delete_all_contacts: boolean;
  join_by_domain: boolean;
  created_at: Date;
  version: number;
};

/** Limits for every User of an account; a person's own come on top. */
export type UserRestrictions = Omit<Restrictions, 'channel_ids'>;

/** What people say about an account; a field left out is not given or not changed, an empty text is none. */
export type ClientFields = {
  name: string;
  country: string;
  time_zone: string;
  industry?: string | undefined;
  website?: string | undefined;
  team_size?: string | undefined;
  referral_source?: string | undefined;
};
export type ClientChange = Partial<ClientFields> & {
  user_restrictions?: { [Name in keyof UserRestrictions]?: boolean | undefined } | undefined;
  users_may_delete_all_contacts?: boolean | undefined;
  join_by_domain?: boolean | undefined;
};

const clientColumns = `id, name, logo_url, country, time_zone, industry, website, team_size, referral_source, custom_fields,
  user_restrictions, users_may_delete_all_contacts, join_by_domain, created_at, version`;

const insertClient = statement(
  'settings.insert-client',
  `insert into clients (id, created_by, request_hash, name, country, time_zone, industry, website, team_size,
     referral_source)
   values ($1, $2, $3, $4, $5, $6, nullif($7, ''), nullif($8, ''), nullif($9, ''), nullif($10, ''))
   on conflict do nothing
   returning ${clientColumns}`,
);

/** @returns null when the id is taken, also by a call that ran at the same time */
export async function createClient(
  tx: Executor,
  client: { id: string; createdBy: string; requestHash: Buffer; fields: ClientFields },
): Promise<ClientRow | null> {
  const { id, createdBy, requestHash, fields } = client;
  const [row] = await tx.rows<ClientRow>(insertClient, [id, createdBy, requestHash, ...valuesOf(fields)]);
  return row ?? null;
}

const insertOwner = statement(
  'settings.insert-owner',
  `insert into client_users (client_id, user_id, role, name, email, photo_url)
   values ($1, $2, 'Owner', $3, $4, (select photo_url from users where id = $2))`,
);
const insertCounter = statement('settings.insert-counter', 'insert into change_counters (client_id) values ($1)');

/** What every account has from its first moment: an Owner and a place in the change feed. */
export async function addOwnerAndFeed(
  tx: Executor,
  clientId: string,
  owner: { uid: string; name: string; email: string },
): Promise<void> {
  await tx.run(insertOwner, [clientId, owner.uid, owner.name, owner.email]);
  await tx.run(insertCounter, [clientId]);
}

const sameRequest = statement(
  'settings.client-of-request',
  `select ${clientColumns} from clients c
   where c.id = $1 and c.created_by = $2 and c.request_hash = $3 and c.deleted_at is null
     and exists (select from client_users m
       where m.client_id = c.id and m.user_id = $2 and m.suspended_at is null)`,
);

/** The account that this same call made before, while its maker still belongs to it. */
export async function findClientOfRequest(
  tx: Executor,
  id: string,
  createdBy: string,
  requestHash: Buffer,
): Promise<ClientRow | null> {
  const [row] = await tx.rows<ClientRow>(sameRequest, [id, createdBy, requestHash]);
  return row ?? null;
}

const clientById = statement('settings.client', `select ${clientColumns} from clients where id = $1`);

export async function getClient(tx: TenantTx): Promise<ClientRow> {
  const [row] = await tx.rows<ClientRow>(clientById, [tx.clientId]);
  if (row === undefined) throw new Error('a member without an account');
  return row;
}

const merged = `coalesce($2, name), coalesce($3, country), coalesce($4, time_zone),
  nullif(coalesce($5, industry), ''), nullif(coalesce($6, website), ''), nullif(coalesce($7, team_size), ''),
  nullif(coalesce($8, referral_source), ''), user_restrictions || coalesce($9::jsonb, '{}'),
  coalesce($10, users_may_delete_all_contacts), coalesce($11, join_by_domain)`;
const editable = `name, country, time_zone, industry, website, team_size, referral_source, user_restrictions,
  users_may_delete_all_contacts, join_by_domain`;
const update = statement(
  'settings.update-client',
  `update clients set (${editable}, version) = row(${merged}, version + 1),
     users_access_changed_at = case when user_restrictions is distinct from user_restrictions || coalesce($9::jsonb, '{}')
       then now() else users_access_changed_at end
   where id = $1 and (${editable}) is distinct from (${merged})
   returning ${clientColumns}, coalesce(users_access_changed_at = now(), false) as access_changed`,
);

/** @returns null when nothing would change; `access_changed` when Users see more or less from now on */
export async function updateClient(
  tx: TenantTx,
  change: ClientChange,
): Promise<(ClientRow & { access_changed: boolean }) | null> {
  const { user_restrictions: limits, users_may_delete_all_contacts: mayDeleteAll, join_by_domain: joining } = change;
  const [row] = await tx.rows<ClientRow & { access_changed: boolean }>(update, [
    tx.clientId,
    ...valuesOf(change),
    limits === undefined ? null : JSON.stringify(limits),
    mayDeleteAll,
    joining,
  ]);
  return row ?? null;
}

function valuesOf(fields: Partial<ClientFields>): (string | undefined)[] {
  const { name, country, time_zone, industry, website, team_size, referral_source } = fields;
  return [name, country, time_zone, industry, website, team_size, referral_source];
}

const insertChange = statement(
  'settings.insert-change',
  `insert into changes_new (client_id, collection, row_id, marker, version) values ($1, 'clients', $2, 'MODIFIED', $3)`,
);

export async function noteClientChanged(tx: TenantTx, version: number): Promise<void> {
  // The row's answer names the reader, so everybody reads it again for themselves.
  await tx.run(insertChange, [tx.clientId, '*', version]);
}

const putLogo = statement(
  'settings.put-logo',
  `insert into client_logos (client_id, id, bytes) values ($1, $2, $3)
   on conflict (client_id) do update set id = excluded.id, bytes = excluded.bytes, created_at = now()`,
);
const dropLogo = statement('settings.drop-logo', 'delete from client_logos where client_id = $1');
const nameLogo = statement(
  'settings.name-logo',
  `update clients set logo_url = $2, version = version + 1 where id = $1 and logo_url is distinct from $2
   returning ${clientColumns}`,
);

/** @param logo null takes it away @returns null when there was none to take away */
export async function storeLogo(
  tx: TenantTx,
  logo: { id: string; bytes: Buffer; url: string } | null,
): Promise<ClientRow | null> {
  if (logo === null) await tx.run(dropLogo, [tx.clientId]);
  else await tx.run(putLogo, [tx.clientId, logo.id, logo.bytes]);
  const [row] = await tx.rows<ClientRow>(nameLogo, [tx.clientId, logo?.url ?? null]);
  return row ?? null;
}

const logoById = statement('settings.logo', 'select bytes from client_logos where id = $1');

/** @param id of the picture, not of the account; its account may not be known */
export async function findLogo(system: Executor, id: string): Promise<Buffer | null> {
  const [row] = await system.rows<{ bytes: Buffer }>(logoById, [id]);
  return row?.bytes ?? null;
}

// ---- members ----

export type MemberRow = {
  user_id: string;
  name: string;
  email: string;
  photo_url: string | null;
  role: Role;
  state: 'active' | 'suspended' | 'former';
  version: number;
  sort_name: string;
};

const memberColumns = `user_id, name, email, photo_url, role, case when suspended_at is null then 'active' else 'suspended' end as state,
  version, lower(name) as sort_name`;
const pageOfMembers = statement(
  'settings.page-of-members',
  `select ${memberColumns} from client_users
   where client_id = $1 and ($2::text is null or (lower(name), user_id) > ($2, $3::uuid))
   order by lower(name), user_id limit $4`,
);

/** Members by name, ids deciding between equal names. @param after position of the last row of the page before */
export function listMembers(
  tx: TenantTx,
  limit: number | null,
  after: { name: string; id: string } | null,
): Promise<MemberRow[]> {
  return tx.rows<MemberRow>(pageOfMembers, [tx.clientId, after?.name, after?.id, limit]);
}

const memberById = statement(
  'settings.member',
  `select ${memberColumns} from client_users where client_id = $1 and user_id = $2`,
);

export async function findMember(tx: TenantTx, userId: string): Promise<MemberRow | null> {
  const [row] = await tx.rows<MemberRow>(memberById, [tx.clientId, userId]);
  return row ?? null;
}

const formerColumns = `user_id, name, '' as email, null as photo_url, role, 'former' as state, version, lower(name) as sort_name`;
const membersById = statement(
  'settings.members-by-id',
  `select ${memberColumns} from client_users where client_id = $1 and user_id = any($2)
   union all select ${formerColumns} from former_members where client_id = $1 and user_id = any($2)`,
);

/** Members and former ones. */
export function findMembers(tx: TenantTx, userIds: readonly string[]): Promise<MemberRow[]> {
  return tx.rows<MemberRow>(membersById, [tx.clientId, userIds]);
}

const formerMembers = statement(
  'settings.former-members',
  `select ${formerColumns} from former_members where client_id = $1 order by removed_at desc limit 500`,
);

/** Who left last, for the names on what they wrote; at most 500. */
export function listFormerMembers(tx: TenantTx): Promise<MemberRow[]> {
  return tx.rows<MemberRow>(formerMembers, [tx.clientId]);
}

// ---- what the app starts with ----

const position = statement('settings.feed-position', 'select pos from change_counters where client_id = $1');

/** The feed's position now, as the wire writes it. */
export async function getFeedPosition(tx: TenantTx): Promise<string> {
  const [row] = await tx.rows<{ pos: number }>(position, [tx.clientId]);
  return String(row?.pos ?? 0);
}
