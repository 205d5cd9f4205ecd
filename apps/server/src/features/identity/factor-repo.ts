import { type Executor, statement } from '../../platform/db/sql.ts';

export type TotpRow = { id: string; secret_enc: Buffer; confirmed_at: Date | null };
export type RecoveryRow = { id: string; hash: string };

/** Confirmed authenticator apps and passkeys of a user. */
export type FactorCounts = { totp: number; passkeys: number };

const countStatement = statement(
  'identity.count_factors',
  `select (select count(*)::int from user_factors where user_id = $1 and kind = 'totp' and confirmed_at is not null) as totp,
     (select count(*)::int from user_passkeys where user_id = $1) as passkeys`,
);

export async function countFactors(tx: Executor, userId: string): Promise<FactorCounts> {
  const [row] = await tx.rows<FactorCounts>(countStatement, [userId]);
  return { totp: row?.totp ?? 0, passkeys: row?.passkeys ?? 0 };
}

/** Whether a sign-in of this user needs a second factor. */
export async function hasSecondFactor(tx: Executor, userId: string): Promise<boolean> {
  const { totp, passkeys } = await countFactors(tx, userId);
  return totp + passkeys > 0;
}

const lockStatement = statement('identity.lock_factors', 'select id from users where id = $1 for no key update');

/** Changes of a user's factors wait for each other, so that two cannot both remove the last but one. */
export async function lockFactors(tx: Executor, userId: string): Promise<void> {
  await tx.run(lockStatement, [userId]);
}

const protectedStatement = statement(
  'identity.list_users_with_second_factor',
  `select user_id from user_factors where user_id = any($1::uuid[]) and kind = 'totp' and confirmed_at is not null
   union select user_id from user_passkeys where user_id = any($1::uuid[])`,
);

/** Those of the given users who use two-step verification. */
export async function listUsersWithSecondFactor(tx: Executor, userIds: readonly string[]): Promise<Set<string>> {
  return new Set((await tx.rows<{ user_id: string }>(protectedStatement, [userIds])).map((row) => row.user_id));
}

const totpStatement = statement(
  'identity.find_totp',
  `select id, secret_enc, confirmed_at from user_factors where user_id = $1 and kind = 'totp'`,
);

export async function findTotp(tx: Executor, userId: string): Promise<TotpRow | null> {
  const [row] = await tx.rows<TotpRow>(totpStatement, [userId]);
  return row ?? null;
}

const replaceStatement = statement(
  'identity.replace_pending_totp',
  `insert into user_factors (id, user_id, kind, secret_enc) values ($1, $2, 'totp', $3)
   on conflict (user_id) where kind = 'totp' do update
     set id = excluded.id, secret_enc = excluded.secret_enc, created_at = now()
     where user_factors.confirmed_at is null`,
);

/** @returns false when an authenticator app is set up already */
export async function storePendingTotp(tx: Executor, id: string, userId: string, sealed: Buffer): Promise<boolean> {
  return (await tx.run(replaceStatement, [id, userId, sealed])) === 1;
}

const confirmStatement = statement(
  'identity.confirm_totp',
  `update user_factors set confirmed_at = now(), last_counter = $2, used_at = now()
   where id = $1 and confirmed_at is null`,
);

/** @returns false when it was confirmed by another call */
export async function confirmTotp(tx: Executor, id: string, counter: number): Promise<boolean> {
  return (await tx.run(confirmStatement, [id, counter])) === 1;
}

const useTotpStatement = statement(
  'identity.use_totp',
  `update user_factors set last_counter = $2, used_at = now()
   where id = $1 and confirmed_at is not null and (last_counter is null or last_counter < $2)`,
);

/** @returns false when this code, or a later one, was used before, also by a call at the same time */
export async function useTotp(tx: Executor, id: string, counter: number): Promise<boolean> {
  return (await tx.run(useTotpStatement, [id, counter])) === 1;
}

const recoveryStatement = statement(
  'identity.find_recovery_code',
  `select id, hash from user_factors where user_id = $1 and kind = 'recovery' and selector = $2 and used_at is null`,
);

export async function findRecoveryCode(tx: Executor, userId: string, selector: string): Promise<RecoveryRow | null> {
  const [row] = await tx.rows<RecoveryRow>(recoveryStatement, [userId, selector]);
  return row ?? null;
}

const useRecoveryStatement = statement(
  'identity.use_recovery_code',
  'update user_factors set used_at = now() where id = $1 and used_at is null',
);

/** @returns false when it was used before, also by a call at the same time */
export async function useRecoveryCode(tx: Executor, id: string): Promise<boolean> {
  return (await tx.run(useRecoveryStatement, [id])) === 1;
}

const leftStatement = statement(
  'identity.count_recovery_codes',
  `select count(*)::int as n from user_factors where user_id = $1 and kind = 'recovery' and used_at is null`,
);

export async function countRecoveryCodes(tx: Executor, userId: string): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(leftStatement, [userId]);
  return row?.n ?? 0;
}

const deleteCodesStatement = statement(
  'identity.delete_recovery_codes',
  `delete from user_factors where user_id = $1 and kind = 'recovery'`,
);
const insertCodesStatement = statement(
  'identity.insert_recovery_codes',
  `insert into user_factors (id, user_id, kind, selector, hash, confirmed_at)
   select x.id, $1, 'recovery', x.selector, x.hash, now()
   from unnest($2::uuid[], $3::text[], $4::text[]) as x(id, selector, hash)`,
);

export type NewRecoveryCode = { id: string; selector: string; hash: string };

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(
  tx: Executor,
  userId: string,
  codes: readonly NewRecoveryCode[],
): Promise<void> {
  await tx.run(deleteCodesStatement, [userId]);
  await tx.run(insertCodesStatement, [
    userId,
    codes.map(({ id }) => id),
    codes.map(({ selector }) => selector),
    codes.map(({ hash }) => hash),
  ]);
}

const deleteTotpStatement = statement(
  'identity.delete_totp',
  `delete from user_factors where user_id = $1 and kind = 'totp' and confirmed_at is not null`,
);

/** @returns whether there was an authenticator app */
export async function deleteTotp(tx: Executor, userId: string): Promise<boolean> {
  return (await tx.run(deleteTotpStatement, [userId])) > 0;
}

const deleteStatement = statement(
  'identity.delete_factors',
  `with keys as (delete from user_passkeys where user_id = $1 returning 1),
     codes as (delete from user_factors where user_id = $1 returning 1)
   select (select count(*) from keys) + (select count(*) from codes) > 0 as found`,
);

/** Authenticator app, passkeys and recovery codes. @returns whether there were any */
export async function deleteFactors(tx: Executor, userId: string): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(deleteStatement, [userId]);
  return row?.found === true;
}

// ---- sign-ins that wait for the second factor ----

const insertPendingStatement = statement(
  'identity.insert_pending_sign_in',
  `insert into one_time_tokens (hash, purpose, user_id, payload_enc, expires_at)
   values ($1, 'second_factor', $2, $3, now() + make_interval(secs => $4))`,
);

export async function insertPendingSignIn(
  tx: Executor,
  row: { hash: Buffer; userId: string; payloadEnc: Buffer; lifeS: number },
): Promise<void> {
  await tx.run(insertPendingStatement, [row.hash, row.userId, row.payloadEnc, row.lifeS]);
}

const tryPendingStatement = statement(
  'identity.take_pending_sign_in_try',
  `update one_time_tokens set attempts = attempts + 1
   where hash = $1 and purpose = 'second_factor' and used_at is null and expires_at > now() and attempts < 5
   returning user_id, payload_enc`,
);

/** One of five tries. @returns null when the sign-in is unknown, done, worn out or past its end */
export async function tryPendingSignIn(
  tx: Executor,
  hash: Buffer,
): Promise<{ user_id: string; payload_enc: Buffer } | null> {
  const [row] = await tx.rows<{ user_id: string; payload_enc: Buffer }>(tryPendingStatement, [hash]);
  return row ?? null;
}

const pendingUserStatement = statement(
  'identity.find_pending_sign_in',
  `select user_id from one_time_tokens
   where hash = $1 and purpose = 'second_factor' and used_at is null and expires_at > now() and attempts < 5`,
);

/** Whose sign-in it is, without taking a try. @returns null as `tryPendingSignIn` */
export async function findPendingUser(tx: Executor, hash: Buffer): Promise<string | null> {
  const [row] = await tx.rows<{ user_id: string }>(pendingUserStatement, [hash]);
  return row?.user_id ?? null;
}

const endPendingStatement = statement(
  'identity.end_pending_sign_in',
  `update one_time_tokens set used_at = now() where hash = $1 and purpose = 'second_factor' and used_at is null`,
);

/** @returns false when it was finished by another call */
export async function endPendingSignIn(tx: Executor, hash: Buffer): Promise<boolean> {
  return (await tx.run(endPendingStatement, [hash])) === 1;
}

// ---- a change of the installation's key ----

const sealedStatement = statement(
  'identity.lock_sealed_factors',
  'select id, secret_enc from user_factors where secret_enc is not null order by id for update',
);
const resealStatement = statement(
  'identity.update_sealed_factor',
  'update user_factors set secret_enc = $2 where id = $1',
);

export function lockSealedFactors(tx: Executor): Promise<{ id: string; secret_enc: Buffer }[]> {
  return tx.rows<{ id: string; secret_enc: Buffer }>(sealedStatement);
}

export async function storeResealedFactor(tx: Executor, id: string, sealed: Buffer): Promise<void> {
  await tx.run(resealStatement, [id, sealed]);
}
