import { type Executor, statement } from '../../platform/db/sql.ts';
import type { PresentedSession } from './rules.ts';

// How long a session lives without being renewed, and in any case.
const idleLife = `interval '14 days'`;
const absoluteLife = `interval '90 days'`;
// Tabs that renew at once, and a tab that ended between answer and storage, may come with the token before.
const grace = `interval '30 seconds'`;

/** How the person showed who they are: RFC 8176's word for passwords, our own for the rest. */
export type SignInWay = 'pwd' | 'code' | 'link' | 'provider' | 'custom';

export type ForkedSession = {
  id: string;
  userId: string;
  clientId: string | null;
  tokenHash: Buffer;
  ip: string;
  userAgent: string;
};
export type NewSession = ForkedSession & { amr: SignInWay };

const insert = statement(
  'identity.insert-session',
  `insert into sessions (id, user_id, client_id, token_hash, idle_expires_at, absolute_expires_at, ip, user_agent, amr)
   values ($1, $2, $3, $4, now() + ${idleLife}, now() + ${absoluteLife}, $5, $6, array[$7])`,
);

export async function insertSession(tx: Executor, session: NewSession): Promise<void> {
  const { id, userId, clientId, tokenHash, ip, userAgent, amr } = session;
  await tx.run(insert, [id, userId, clientId, tokenHash, ip, userAgent, amr]);
}

const fork = statement(
  'identity.fork-session',
  `insert into sessions (id, user_id, client_id, token_hash, idle_expires_at, absolute_expires_at, ip, user_agent,
     auth_time, amr)
   select $1, user_id, $3, $4, least(now() + ${idleLife}, absolute_expires_at), absolute_expires_at, $5, $6,
     auth_time, amr
   from sessions where id = $7 and user_id = $2 and revoked_at is null`,
);

/**
 * A second session of the same sign-in: it ends when the first would at the latest, so switching prolongs nothing.
 * @returns false when the first has just been ended
 */
export async function forkSession(tx: Executor, session: ForkedSession, from: string): Promise<boolean> {
  const { id, userId, clientId, tokenHash, ip, userAgent } = session;
  return (await tx.run(fork, [id, userId, clientId, tokenHash, ip, userAgent, from])) === 1;
}

export type LockedSession = PresentedSession & { id: string; user_id: string; client_id: string | null };

const lock = statement(
  'identity.lock-session',
  `select s.id, s.user_id, s.client_id, s.token_hash = $1 as current,
     coalesce(s.rotated_at > now() - ${grace}, false) as in_grace,
     s.revoked_at is null and s.idle_expires_at > now() and s.absolute_expires_at > now()
       and u.disabled_at is null as live
   from sessions s join users u on u.id = s.user_id
   where s.token_hash = $1 or s.prev_hash = $1
   for update of s`,
);

/** The session a refresh token belongs or just belonged to, locked: tabs that renew at once come one after another. */
export async function lockSessionByToken(tx: Executor, tokenHash: Buffer): Promise<LockedSession | null> {
  const [row] = await tx.rows<LockedSession>(lock, [tokenHash]);
  return row ?? null;
}

const rotate = statement(
  'identity.rotate-session',
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

const enter = statement('identity.session-account', 'update sessions set client_id = $2 where id = $1');

/** From its next ID token on the session is in this account. */
export async function setSessionAccount(tx: Executor, id: string, clientId: string | null): Promise<void> {
  await tx.run(enter, [id, clientId]);
}

const revoke = statement(
  'identity.revoke-session',
  `update sessions set revoked_at = now(), revoked_reason = $3
   where id = $1 and user_id = $2 and revoked_at is null and idle_expires_at > now() and absolute_expires_at > now()
   returning client_id`,
);

/** @returns null when the person has no such living session */
export async function revokeSession(
  tx: Executor,
  id: string,
  userId: string,
  reason: 'reuse' | 'sign_out' | 'ended',
): Promise<{ client_id: string | null } | null> {
  const [row] = await tx.rows<{ client_id: string | null }>(revoke, [id, userId, reason]);
  return row ?? null;
}

const revokeOthers = statement(
  'identity.revoke-other-sessions',
  `update sessions set revoked_at = now(), revoked_reason = $3
   where user_id = $1 and id <> $2 and revoked_at is null
     and idle_expires_at > now() and absolute_expires_at > now()
   returning id`,
);

/** Ends every living session of a person but one. @param keep an id that is no session's ends them all @returns their ids */
export async function revokeOtherSessions(
  tx: Executor,
  userId: string,
  keep: string,
  reason: 'ended' | 'password' | 'email' | 'taken_over' | 'deleted',
): Promise<string[]> {
  return (await tx.rows<{ id: string }>(revokeOthers, [userId, keep, reason])).map(({ id }) => id);
}

const confirm = statement(
  'identity.confirm-session',
  'update sessions set auth_time = now() where id = $1 and revoked_at is null',
);

/** The person has shown again who they are. */
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
};

const list = statement(
  'identity.list-sessions',
  `select id, client_id, user_agent, ip, created_at, last_seen_at, auth_time from sessions
   where user_id = $1 and revoked_at is null and idle_expires_at > now() and absolute_expires_at > now()
   order by last_seen_at desc, id desc limit 200`,
);

/** Where a person is signed in, the latest use first; at most 200. */
export function listSessionsOf(tx: Executor, userId: string): Promise<SessionRow[]> {
  return tx.rows<SessionRow>(list, [userId]);
}
