import { type Executor, statement } from '../../platform/db/sql.ts';
import type { PresentedSession } from './rules.ts';

// The idle and the absolute lifetime of a session.
export const idleDays = 14;
const idleLife = `interval '${idleDays} days'`;
const absoluteLife = `interval '90 days'`;
// Tabs that renew at once, and a client whose response was lost during a server restart, may present the previous
// token.
const grace = `interval '30 seconds'`;

/** Of applications that a user let in: they renew whenever they work, and are let in again after a year. */
const applicationDays = { idle: 60, absolute: 365 };

/** How the user authenticated: RFC 8176's value for passwords, our own for other methods; a provider with its id where it vouches for the
 * user's address. */
export type SignInMethod = 'pwd' | 'code' | 'link' | 'provider' | `provider:${string}` | 'custom' | 'passkey';

export type SecondFactor = 'totp' | 'recovery' | 'passkey';

export type ForkedSession = {
  id: string;
  userId: string;
  clientId: string | null;
  tokenHash: Buffer;
  ip: string;
  userAgent: string;
};
export type NewSession = ForkedSession & { amr: readonly (SignInMethod | SecondFactor)[]; inCookie: boolean };

const insert = statement(
  'identity.insert_session',
  `insert into sessions (id, user_id, client_id, token_hash, idle_expires_at, absolute_expires_at, ip, user_agent, amr,
     in_cookie)
   values ($1, $2, $3, $4, now() + ${idleLife}, now() + ${absoluteLife}, $5, $6, $7, $8)`,
);

export async function insertSession(tx: Executor, session: NewSession): Promise<void> {
  const { id, userId, clientId, tokenHash, ip, userAgent, amr, inCookie } = session;
  await tx.run(insert, [id, userId, clientId, tokenHash, ip, userAgent, amr, inCookie]);
}

const origins = statement(
  'identity.list_session_origins',
  `select user_agent, ip from sessions where user_id = $1 and user_agent is not null order by created_at desc limit 500`,
);

/** Where a user's sessions came from, including ended sessions that are still stored. */
export function listOrigins(tx: Executor, userId: string): Promise<{ user_agent: string; ip: string | null }[]> {
  return tx.rows(origins, [userId]);
}

const fork = statement(
  'identity.fork_session',
  `insert into sessions (id, user_id, client_id, token_hash, idle_expires_at, absolute_expires_at, ip, user_agent,
     auth_time, amr, family_id, in_cookie)
   select $1, user_id, $3, $4, least(now() + ${idleLife}, absolute_expires_at), absolute_expires_at, $5, $6,
     auth_time, amr, coalesce(family_id, id), in_cookie
   from sessions where id = $7 and user_id = $2 and revoked_at is null returning in_cookie`,
);

/**
 * A second session of the same sign-in: it expires with the first at the latest, so switching prolongs nothing.
 * @returns whether both keep their refresh tokens in cookies; null when the first has just ended
 */
export async function forkSession(
  tx: Executor,
  session: ForkedSession,
  from: string,
): Promise<{ in_cookie: boolean } | null> {
  const { id, userId, clientId, tokenHash, ip, userAgent } = session;
  const values = [id, userId, clientId, tokenHash, ip, userAgent, from];
  const [row] = await tx.rows<{ in_cookie: boolean }>(fork, values);
  return row ?? null;
}

const withProvider = statement(
  'identity.is_signed_in_with',
  `select exists (select from sessions where id = $1 and user_id = $2 and amr @> array['provider:' || $3]) as found`,
);

/** Whether a session signed in with an identity provider. */
export async function findIsSignedInWith(
  tx: Executor,
  { sid, uid }: { sid: string; uid: string },
  providerId: string,
): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(withProvider, [sid, uid, providerId]);
  return row?.found === true;
}

const addMethod = statement(
  'identity.add_session_method',
  `update sessions set amr = amr || $3::text where id = $1 and user_id = $2 and not amr @> array[$3::text]`,
);

/** Records another way in which a session's user has shown who they are. */
export async function addSessionMethod(
  tx: Executor,
  { sid, uid }: { sid: string; uid: string },
  method: SignInMethod,
): Promise<void> {
  await tx.run(addMethod, [sid, uid, method]);
}

export type LockedSession = PresentedSession & {
  id: string;
  user_id: string;
  client_id: string | null;
  ip: string;
  user_agent: string;
  revoked_reason: string | null;
  in_cookie: boolean;
};

const lock = statement(
  'identity.lock_session',
  `select s.id, s.user_id, s.client_id, s.ip, s.user_agent, s.revoked_reason, s.in_cookie, s.token_hash = $1 as current,
     coalesce(s.prev_hash = $1 and s.rotated_at > now() - ${grace}, false) as in_grace,
     s.revoked_at is null and s.idle_expires_at > now() and s.absolute_expires_at > now()
       and u.disabled_at is null as live
   from sessions s join users u on u.id = s.user_id
   where s.token_hash = $1 or s.prev_hash = $1 or s.id = $2
   for update of s`,
);

/**
 * The session of a current or earlier refresh token, locked: tabs that renew at once run one after another.
 * @param id the session in a genuine token; null for an older token without one, which is found while it is one of
 * the last two
 */
export async function lockSessionByToken(
  tx: Executor,
  tokenHash: Buffer,
  id: string | null,
): Promise<LockedSession | null> {
  const [row] = await tx.rows<LockedSession>(lock, [tokenHash, id]);
  return row ?? null;
}

const rotate = statement(
  'identity.rotate_session',
  `update sessions set prev_hash = token_hash, token_hash = $2, rotated_at = now(), client_id = $3,
     idle_expires_at = least(now() + ${idleLife}, absolute_expires_at), last_seen_at = now(), ip = $4, user_agent = $5
   where id = $1`,
);

export async function rotateSession(
  tx: Executor,
  session: { id: string; tokenHash: Buffer; clientId: string | null; ip: string; userAgent: string },
): Promise<void> {
  await tx.run(rotate, [session.id, session.tokenHash, session.clientId, session.ip, session.userAgent]);
}

const enter = statement('identity.set_session_account', 'update sessions set client_id = $2 where id = $1');

/** The session's account from its next ID token on. */
export async function setSessionAccount(tx: Executor, id: string, clientId: string | null): Promise<void> {
  await tx.run(enter, [id, clientId]);
}

const revoke = statement(
  'identity.revoke_session',
  `update sessions set revoked_at = now(), revoked_reason = $3
   where id = $1 and user_id = $2 and revoked_at is null and idle_expires_at > now() and absolute_expires_at > now()
   returning client_id`,
);

/** @returns null when the user has no such active session */
export async function revokeSession(
  tx: Executor,
  id: string,
  userId: string,
  reason: 'sign_out' | 'ended',
): Promise<{ client_id: string | null } | null> {
  const [row] = await tx.rows<{ client_id: string | null }>(revoke, [id, userId, reason]);
  return row ?? null;
}

const revokeFamily = statement(
  'identity.revoke_session_family',
  `with asked as (select coalesce(family_id, id) as family from sessions where id = $1)
   update sessions s set revoked_at = now(), revoked_reason = 'reuse' from asked
   where (s.id = asked.family or s.family_id = asked.family) and s.revoked_at is null
     and s.idle_expires_at > now() and s.absolute_expires_at > now()
   returning s.id`,
);

/** Ends every active session of the same sign-in. @returns their ids */
export async function revokeSessionFamily(tx: Executor, id: string): Promise<string[]> {
  return (await tx.rows<{ id: string }>(revokeFamily, [id])).map((row) => row.id);
}

const revokeOtherStatement = statement(
  'identity.revoke_other_sessions',
  `update sessions set revoked_at = now(), revoked_reason = $3
   where user_id = $1 and id <> $2 and revoked_at is null
     and idle_expires_at > now() and absolute_expires_at > now()
   returning id`,
);

/** Ends all active sessions of a user except one. @param keep an unknown id ends all @returns their ids */
export async function revokeOtherSessions(
  tx: Executor,
  userId: string,
  keep: string,
  reason: 'ended' | 'factor' | 'password' | 'email' | 'taken_over' | 'deleted',
): Promise<string[]> {
  return (await tx.rows<{ id: string }>(revokeOtherStatement, [userId, keep, reason])).map(({ id }) => id);
}

const insertOfApplication = statement(
  'identity.insert_session_of_application',
  `insert into sessions (id, user_id, client_id, token_hash, idle_expires_at, absolute_expires_at, ip, user_agent,
     auth_time, amr, family_id, application)
   select $1, user_id, $3, $4, now() + interval '${applicationDays.idle} days',
     now() + interval '${applicationDays.absolute} days', $5, $6, auth_time, amr, coalesce(family_id, id), $7
   from sessions where id = $8 and user_id = $2 and revoked_at is null`,
);

/**
 * A session for an application that a user lets in, from the one in which they do so; no refresh token of ours renews it.
 * @returns false when the first has just ended
 */
export async function insertApplicationSession(
  tx: Executor,
  session: ForkedSession & { application: string },
  from: string,
): Promise<boolean> {
  const { id, userId, clientId, tokenHash, ip, userAgent, application } = session;
  const values = [id, userId, clientId, tokenHash, ip, userAgent, application, from];
  return (await tx.run(insertOfApplication, values)) === 1;
}

const keepOfApplication = statement(
  'identity.keep_session_of_application',
  `update sessions set idle_expires_at = least(now() + interval '${applicationDays.idle} days', absolute_expires_at),
     last_seen_at = now(), ip = $2 where id = $1 and application is not null`,
);

/** The application has been there. */
export async function keepApplicationSession(tx: Executor, id: string, ip: string): Promise<void> {
  await tx.run(keepOfApplication, [id, ip]);
}

// The user's row is locked, so that sign-ins at the same time cannot exceed the limit together.
const lockUser = statement('identity.lock_user_of_sessions', 'select id from users where id = $1 for no key update');
const endLeastUsed = statement(
  'identity.end_least_used_sessions',
  `update sessions set revoked_at = now(), revoked_reason = 'too_many'
   where id = any(array(
     select id from sessions
     where user_id = $1 and revoked_at is null and idle_expires_at > now() and absolute_expires_at > now()
       and application is null
     order by (id = any($2::uuid[])) desc, last_seen_at desc, id desc offset $3))
   returning id, client_id`,
);

/** Ends the active sessions of a user beyond a number, those used longest ago first. @param keep not these */
export async function endLeastUsedSessions(
  tx: Executor,
  userId: string,
  keep: readonly string[],
  most: number,
): Promise<{ id: string; client_id: string | null }[]> {
  await tx.run(lockUser, [userId]);
  return tx.rows(endLeastUsed, [userId, keep, most]);
}

const confirm = statement(
  'identity.confirm_session',
  'update sessions set auth_time = now() where id = $1 and revoked_at is null',
);

/** The user has authenticated again. */
export async function markReauthenticated(tx: Executor, id: string): Promise<void> {
  await tx.run(confirm, [id]);
}

export type SessionRow = {
  id: string;
  client_id: string | null;
  user_agent: string;
  ip: string;
  created_at: Date;
  last_seen_at: Date;
  auth_time: Date;
  application: string | null;
};

const list = statement(
  'identity.list_sessions',
  `select id, client_id, user_agent, ip, created_at, last_seen_at, auth_time, application from sessions
   where user_id = $1 and revoked_at is null and idle_expires_at > now() and absolute_expires_at > now()
   order by last_seen_at desc, id desc limit 200`,
);

/** The sessions of a user, latest use first; at most 200. */
export function listSessionsOf(tx: Executor, userId: string): Promise<SessionRow[]> {
  return tx.rows<SessionRow>(list, [userId]);
}

const living = statement(
  'identity.list_active_sessions',
  `select id from sessions
   where id = any($1::uuid[]) and revoked_at is null and idle_expires_at > now() and absolute_expires_at > now()`,
);

/** The sessions among these that are still active. */
export async function listLivingOf(tx: Executor, ids: readonly string[]): Promise<string[]> {
  return (await tx.rows<{ id: string }>(living, [ids])).map(({ id }) => id);
}

const endSessions = statement(
  'identity.end_sessions_in',
  `update sessions set revoked_at = now(), revoked_reason = 'ended_by_admin'
   where user_id = $2 and client_id = $1 and revoked_at is null
     and idle_expires_at > now() and absolute_expires_at > now()
   returning id`,
);

/** Ends a user's sessions in an account; those in other accounts stay. @returns their ids */
export async function endSessionsIn(system: Executor, clientId: string, userId: string): Promise<string[]> {
  return (await system.rows<{ id: string }>(endSessions, [clientId, userId])).map(({ id }) => id);
}
