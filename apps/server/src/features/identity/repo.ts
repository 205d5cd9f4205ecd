import type { Language } from '@parley/contract/languages';
import type { Formats, Preferences, Role } from '@parley/contract/types';
import { type Executor, statement } from '../../platform/db/sql.ts';

export type UserRow = {
  id: string;
  email: string;
  email_verified_at: Date | null;
  display_name: string;
  phone_number: string | null;
  photo_url: string | null;
  time_zone: string | null;
  region: string | null;
  hour_format: Formats['hour_format'];
  week_start: Formats['week_start'];
  preferences: Preferences;
  created_at: Date;
  last_login_at: Date | null;
};

const anyUser = statement('identity.has_user', 'select exists (select from users) as found');

export async function hasUsers(tx: Executor): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(anyUser);
  return row?.found === true;
}

const insertUser = statement(
  'identity.insert_user',
  `insert into users (id, email, display_name, last_login_at, email_verified_at)
   values ($1, $2, $3, now(), case when $4 then now() end) on conflict do nothing`,
);
const insertPassword = statement(
  'identity.insert_password',
  'insert into user_passwords (user_id, hash) values ($1, $2)',
);

export type NewUser = {
  id: string;
  email: string;
  name: string;
  /** The user has verified this address by email, or a trusted provider has. */
  emailVerified: boolean;
  passwordHash: string | null;
};

/** @returns false when the address belongs to another user, also a concurrent one */
export async function createUser(tx: Executor, user: NewUser): Promise<boolean> {
  if ((await tx.run(insertUser, [user.id, user.email, user.name, user.emailVerified])) !== 1) return false;
  if (user.passwordHash !== null) await tx.run(insertPassword, [user.id, user.passwordHash]);
  return true;
}

const claim = statement(
  'identity.claim_setup',
  'insert into setup_claims (user_id) values ($1) on conflict do nothing',
);

/** Waits for a concurrent claim. @returns whether this one is the first */
export async function claimSetup(tx: Executor, userId: string): Promise<boolean> {
  return (await tx.run(claim, [userId])) === 1;
}

const userById = statement(
  'identity.find_user',
  `select id, email, email_verified_at, display_name, phone_number, photo_url, time_zone, region, hour_format,
     week_start, preferences, created_at, last_login_at
   from users where id = $1`,
);

export async function getUser(tx: Executor, id: string): Promise<UserRow> {
  const [row] = await tx.rows<UserRow>(userById, [id]);
  if (row === undefined) throw new Error('a session without its person');
  return row;
}

const credential = statement(
  'identity.find_credential',
  `select u.id, p.hash from users u join user_passwords p on p.user_id = u.id
   where lower(u.email) = $1 and u.disabled_at is null`,
);

/** @param email normalized by the contract */
export async function findCredential(tx: Executor, email: string): Promise<{ id: string; hash: string } | null> {
  const [row] = await tx.rows<{ id: string; hash: string }>(credential, [email]);
  return row ?? null;
}

const loggedIn = statement(
  'identity.mark_logged_in',
  'update users set last_login_at = now(), page_language = coalesce($2, page_language) where id = $1',
);

/** @param language of the page; null: unknown */
export async function markLoggedIn(tx: Executor, userId: string, language: Language | null): Promise<void> {
  await tx.run(loggedIn, [userId, language]);
}

const pageLanguage = statement(
  'identity.set_page_language',
  'update users set page_language = $2 where id = $1 and page_language is distinct from $2',
);

export async function setPageLanguage(tx: Executor, userId: string, language: Language): Promise<void> {
  await tx.run(pageLanguage, [userId, language]);
}

// ---- accounts of a user ----

export type AccountRow = { client_id: string; name: string; role: Role };
export type ListedAccountRow = AccountRow & {
  suspended: boolean;
  last_used_at: Date | null;
  logo_url: string | null;
  owner_name: string;
  sole_owner: boolean;
  unread_threads: number;
  is_default: boolean;
  requires_two_step_verification: boolean;
};

const enterable = `
  from user_memberships m join user_accounts c on c.id = m.client_id and c.deleted_at is null
  join users u on u.id = m.user_id
  where m.user_id = $1 and m.suspended_at is null`;
const listAccounts = statement(
  'identity.list_accounts',
  `select m.client_id, c.name, c.logo_url, m.role, m.suspended_at is not null as suspended, m.last_used_at, coalesce(o.name, '') as owner_name,
     m.role = 'Owner' and o.others = 0 as sole_owner,
     case when m.suspended_at is null then (select count(*) from user_threads t where t.client_id = m.client_id
       and t.assignee_id = m.user_id and t.state = 'ACTIVE'
       and unread_for(m.user_id::text, t.unread_count, t.received_count, t.reads, t.waiting_since, t.state) > 0)::int else 0 end as unread_threads,
     c.id is not distinct from u.default_client_id as is_default,
     c.require_two_step_verification as requires_two_step_verification
   from user_memberships m join users u on u.id = m.user_id join user_accounts c on c.id = m.client_id and c.deleted_at is null
   left join lateral (
     select (array_agg(w.name order by w.created_at, w.user_id))[1] as name,
       count(*) filter (where w.user_id <> m.user_id) as others
     from user_memberships w where w.client_id = m.client_id and w.role = 'Owner' and w.suspended_at is null
   ) o on true
   where m.user_id = $1
   order by lower(c.name), m.client_id`,
);

/** All accounts of a user, by name; including those where the member is suspended, which cannot be entered. */
export function listAccountsOf(tx: Executor, userId: string): Promise<ListedAccountRow[]> {
  return tx.rows<ListedAccountRow>(listAccounts, [userId]);
}

const pickAccount = statement(
  'identity.pick_account',
  `select m.client_id, c.name, m.role ${enterable}
   order by (m.client_id = $2::uuid) desc nulls last, (m.client_id = u.default_client_id) desc nulls last, m.last_used_at desc nulls last, m.created_at, m.client_id
   limit 1`,
);

/**
 * The preferred account if the user may enter it, else their default account, else the one used last, else the oldest
 * membership, else null.
 */
export async function findAccount(tx: Executor, userId: string, preferred: string | null): Promise<AccountRow | null> {
  const [row] = await tx.rows<AccountRow>(pickAccount, [userId, preferred]);
  return row ?? null;
}

// ---- cleanup ----

const deleteSessions = statement(
  'identity.delete_old_sessions',
  `delete from sessions where ctid = any(array(
     select ctid from sessions where least(idle_expires_at, absolute_expires_at, revoked_at) < now() - interval '30 days' limit 5000))`,
);
const deleteOneTime = statement(
  'identity.delete_old_tokens',
  `delete from one_time_tokens where expires_at < now() - interval '1 day'`,
);
const deleteFlows = statement(
  'identity.delete_old_flows',
  `with flows as (delete from oidc_flows where expires_at < now()),
     uses as (delete from custom_token_uses where expires_at < now())
   delete from auth_handoffs where expires_at < now()`,
);
const deleteTries = statement(
  'identity.delete_old_attempts',
  `delete from auth_throttle where ctid = any(array(
     select ctid from auth_throttle where updated_at < now() - interval '2 days' limit 5000))`,
);
const deleteDevices = statement(
  'identity.delete_old_devices',
  `delete from known_devices where ctid = any(array(
     select ctid from known_devices where used_at < now() - interval '180 days' limit 5000))`,
);

/**
 * Deletes sessions that ended 30 days ago, expired links, and old failed attempts and devices.
 * @returns the number of deleted rows
 */
export async function deleteExpired(tx: Executor): Promise<number> {
  const counts = await Promise.all(
    [deleteSessions, deleteOneTime, deleteFlows, deleteTries, deleteDevices].map((each) => tx.run(each)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
