import { randomBytes } from 'node:crypto';
import type { Role } from '@parley/contract/types';
import type pg from 'pg';
import type { Auth } from '../platform/auth/authenticate.ts';
import { newId } from '../platform/ids.ts';

export type TestUser = { uid: string; sid: string; email: string };

/** A user with an active session and without a password: for tests that need a signed-in user, not the sign-in. */
export async function createUser(owner: pg.Client, name = 'Anna Muster'): Promise<TestUser> {
  const uid = newId();
  const email = `${uid}@example.com`;
  await owner.query('insert into users (id, email, display_name) values ($1, $2, $3)', [uid, email, name]);
  return { uid, sid: await createSession(owner, uid), email };
}

/** Another active session of a user. @returns its id */
export async function createSession(owner: pg.Client, uid: string): Promise<string> {
  const sid = newId();
  await owner.query(
    `insert into sessions (id, user_id, token_hash, idle_expires_at, absolute_expires_at, amr)
     values ($1, $2, $3, now() + interval '1 day', now() + interval '1 day', '{pwd}')`,
    [sid, uid, randomBytes(32)],
  );
  return sid;
}

/** An account without a channel, with its change feed. @returns its id */
export async function createAccount(owner: pg.Client, founder: TestUser, name = 'Muster Ltd'): Promise<string> {
  const clientId = newId();
  await owner.query(
    `insert into clients (id, name, country, time_zone, created_by) values ($1, $2, 'DE', 'Europe/Berlin', $3)`,
    [clientId, name, founder.uid],
  );
  await owner.query('insert into change_counters (client_id) values ($1)', [clientId]);
  await addMember(owner, clientId, founder, 'Owner');
  return clientId;
}

export async function addMember(owner: pg.Client, clientId: string, user: TestUser, role: Role): Promise<void> {
  await owner.query(
    `insert into client_users (client_id, user_id, role, name, email)
     select $1, id, $3, display_name, email from users where id = $2`,
    [clientId, user.uid, role],
  );
}

/** The Authorization header of a user in an account, or in none. */
export async function bearer(
  auth: Auth,
  user: TestUser,
  account: { clientId: string; role: Role } | null,
): Promise<{ authorization: string }> {
  const token = await auth.idTokens.sign({ uid: user.uid, sid: user.sid, account });
  return { authorization: `Bearer ${token}` };
}
