import type { Formats, Preferences } from '@parley/contract/types';
import { type Executor, statement } from '../../platform/db/sql.ts';

export type FoundUser = { id: string; email: string; verified: boolean; disabled: boolean };

const byEmail = statement(
  'identity.find_user_by_email',
  `select id, email, email_verified_at is not null as verified, disabled_at is not null as disabled
   from users where lower(email) = $1`,
);

/** @param email normalized by the contract */
export async function findUserByEmail(tx: Executor, email: string): Promise<FoundUser | null> {
  const [row] = await tx.rows<FoundUser>(byEmail, [email]);
  return row ?? null;
}

const byId = statement(
  'identity.find_user_email',
  'select id, email, email_verified_at is not null as verified, disabled_at is not null as disabled from users where id = $1',
);

export async function findUserById(tx: Executor, id: string): Promise<FoundUser | null> {
  const [row] = await tx.rows<FoundUser>(byId, [id]);
  return row ?? null;
}

const verifyEmail = statement(
  'identity.verify_email',
  'update users set email_verified_at = now() where id = $1 and email_verified_at is null',
);

/** @returns whether it was unverified before */
export async function markEmailVerified(tx: Executor, id: string): Promise<boolean> {
  return (await tx.run(verifyEmail, [id])) === 1;
}

const setupUser = statement(
  'identity.has_setup_claim',
  'select exists (select from setup_claims where user_id = $1) as found',
);

/** Whether this user completed the installation's setup. */
export async function isSetupUser(tx: Executor, id: string): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(setupUser, [id]);
  return row?.found === true;
}

const deleteSignInMethods = statement(
  'identity.delete_sign_in_methods',
  `with password as (delete from user_passwords where user_id = $1)
   delete from user_identities where user_id = $1`,
);

/** Removes the password and all connected providers. */
export async function deleteUnverifiedSignInMethods(tx: Executor, userId: string): Promise<void> {
  await tx.run(deleteSignInMethods, [userId]);
}

const setPassword = statement(
  'identity.set_password',
  `insert into user_passwords (user_id, hash) values ($1, $2)
   on conflict (user_id) do update set hash = excluded.hash, changed_at = now()`,
);

export async function storePassword(tx: Executor, userId: string, hash: string): Promise<void> {
  await tx.run(setPassword, [userId, hash]);
}

const hasPasswordStatement = statement(
  'identity.has_password',
  'select exists (select from user_passwords where user_id = $1) as found',
);

export async function hasPassword(tx: Executor, userId: string): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(hasPasswordStatement, [userId]);
  return row?.found === true;
}

const setEmail = statement(
  'identity.set_email',
  `update users set email = $2, email_verified_at = now() where id = $1
     and not exists (select from users o where lower(o.email) = $2 and o.id <> $1)`,
);

/** @returns false when another user has the address. @throws 23505 when a concurrent request took it */
export async function storeEmail(tx: Executor, id: string, email: string): Promise<boolean> {
  return (await tx.run(setEmail, [id, email])) === 1;
}

const setDefaultAccount = statement(
  'identity.set_default_account',
  `update users u set default_client_id = $2::uuid where u.id = $1
     and ($2::uuid is null or exists (select from user_memberships m
       where m.client_id = $2 and m.user_id = $1 and m.suspended_at is null))`,
);

/** @param clientId null: the account used last @returns false when the user may not enter it */
export async function storeDefaultAccount(tx: Executor, id: string, clientId: string | null): Promise<boolean> {
  return (await tx.run(setDefaultAccount, [id, clientId])) === 1;
}

export type ProfileChange = {
  displayName?: string | undefined;
  phoneNumber?: string | null | undefined;
  photoUrl?: string | null | undefined;
  timeZone?: string | null | undefined;
  /** Absent ones stay unchanged. */
  formats?: { [name in keyof Formats]?: Formats[name] | undefined } | undefined;
};

const setProfile = statement(
  'identity.set_profile',
  `update users set display_name = coalesce($2, display_name),
     phone_number = case when $3 then $4 else phone_number end, photo_url = case when $5 then $6 else photo_url end,
     time_zone = case when $7 then $8 else time_zone end, region = case when $9 then $10 else region end,
     hour_format = case when $11 then $12 else hour_format end,
     week_start = case when $13 then $14 else week_start end
   where id = $1`,
);

/** Absent properties stay unchanged; null clears. */
export async function updateProfile(tx: Executor, id: string, change: ProfileChange): Promise<void> {
  const { displayName, phoneNumber, photoUrl, timeZone, formats = {} } = change;
  const given = (value: string | null | undefined) => [value !== undefined, value];
  await tx.run(setProfile, [
    ...[id, displayName, ...given(phoneNumber), ...given(photoUrl), ...given(timeZone)],
    ...[...given(formats.region), ...given(formats.hour_format), ...given(formats.week_start)],
  ]);
}

const mergePreferences = statement(
  'identity.update_preferences',
  'update users set preferences = preferences || $2::jsonb where id = $1 returning preferences',
);

/** Absent ones stay unchanged. @returns all */
export async function updatePreferences(tx: Executor, id: string, change: Preferences): Promise<Preferences> {
  const [row] = await tx.rows<{ preferences: Preferences }>(mergePreferences, [id, JSON.stringify(change)]);
  return row?.preferences ?? {};
}

const putPhoto = statement(
  'identity.save_photo',
  `with changed as (update users set photo_url = $4 where id = $1)
   insert into user_avatars (user_id, id, bytes) values ($1, $2, $3)
   on conflict (user_id) do update set id = excluded.id, bytes = excluded.bytes, created_at = now()`,
);

export async function storePhoto(
  tx: Executor,
  userId: string,
  square: { id: string; bytes: Buffer; url: string },
): Promise<void> {
  await tx.run(putPhoto, [userId, square.id, square.bytes, square.url]);
}

const dropPhoto = statement('identity.delete_photo', 'delete from user_avatars where user_id = $1');

/** Deletes the image itself; the profile deletes its URL. */
export async function deletePhoto(tx: Executor, userId: string): Promise<void> {
  await tx.run(dropPhoto, [userId]);
}

const photoById = statement('identity.find_photo', 'select bytes from user_avatars where id = $1');

/** @param id of the image, not of the user */
export async function findPhoto(tx: Executor, id: string): Promise<Buffer | null> {
  const [row] = await tx.rows<{ bytes: Buffer }>(photoById, [id]);
  return row?.bytes ?? null;
}

const forget = statement(
  'identity.erase_user',
  `with photo as (delete from user_avatars where user_id = $1)
   update users set email = id || '@deleted.invalid', email_verified_at = null, display_name = '', phone_number = null,
     photo_url = null, time_zone = null, region = null, hour_format = null, week_start = null, preferences = '{}', disabled_at = now()
   where id = $1`,
);

/** Leaves a row without a name, because the user's messages refer to it; the address is free again. */
export async function eraseUser(tx: Executor, id: string): Promise<void> {
  await tx.run(forget, [id]);
}

const provide = statement(
  'identity.provide_user',
  'insert into users (id, email, display_name) values ($1, $2, $3) on conflict do nothing',
);
const provided = statement(
  'identity.find_provided_user',
  `select id, email, email_verified_at is not null as verified, disabled_at is not null as disabled,
     last_login_at is not null as signed_in
   from users where lower(email) = $1`,
);

export type ProvidedUser = FoundUser & { isNew: boolean; signed_in: boolean };

/** The user with an address; a new one has no way to sign in and an address that nobody has verified. */
export async function findOrCreateUser(
  tx: Executor,
  { id, email, name }: { id: string; email: string; name: string },
): Promise<ProvidedUser> {
  const isNew = (await tx.run(provide, [id, email, name])) === 1;
  const [row] = await tx.rows<Omit<ProvidedUser, 'isNew'>>(provided, [email]);
  if (row === undefined) throw new Error('a user that was just made is gone');
  return { ...row, isNew };
}
