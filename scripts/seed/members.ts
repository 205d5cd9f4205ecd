import { randomUUID } from 'node:crypto';
import { createPasswords } from '../../apps/server/src/features/identity/passwords.ts';
import { ApiCallError, apiCall } from '../api-call.ts';
import type { Installation } from './installation.ts';

/** A member of the team. */
export type Member = { uid: string; token: string };
export type SignIn = { name: string; email: string; password: string };
type Tokens = { id_token: string };

/**
 * Creates a user: by the setup link if there is none, else in the database. An existing one is only signed in.
 * @throws Error when the address has another password
 */
export async function ensureUser(installation: Installation, user: SignIn): Promise<Member> {
  const { owner, url } = installation;
  const setup = installation.setupToken();
  const { rowCount: userCount } = await owner.query('select from users limit 1');
  if (userCount === 0 && setup !== null) {
    await apiCall(url, 'POST', '/api/auth/setup', { token: setup, ...user });
  } else if ((await owner.query('select from users where lower(email) = $1', [user.email])).rowCount === 0) {
    await insertUser(installation, user);
  }
  return signIn(installation, user);
}

/** A user without a session: only sign-up and invitations create one over the API, and those need emails. */
async function insertUser({ owner }: Installation, user: SignIn): Promise<void> {
  const hash = await createPasswords().hash(user.password);
  await owner.query(
    `with made as (
       insert into users (id, email, display_name) values ($1, $2, $3) returning id
     )
     insert into user_passwords (user_id, hash) select id, $4 from made`,
    [randomUUID(), user.email, user.name, hash],
  );
}

/** @returns a token of the account used last; without an account a token without one */
export async function signIn({ url }: Installation, { email, password }: SignIn): Promise<Member> {
  try {
    const { id_token: token } = await apiCall<Tokens>(url, 'POST', '/api/auth/sign-in', { email, password });
    return { uid: String(claimsOf(token)['uid']), token };
  } catch (error) {
    if (error instanceof ApiCallError && error.status === 422) {
      throw new Error(`${email} exists and has another password. Use another DATA_DIR, or remove this person.`);
    }
    throw error;
  }
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;
}

/** Adds a user to an account. */
export async function addMember(
  { owner }: Installation,
  clientId: string,
  uid: string,
  role: 'Admin' | 'User',
): Promise<void> {
  await owner.query(
    `insert into client_users (client_id, user_id, role, name, email)
     select $1, id, $3, display_name, email from users where id = $2
     on conflict do nothing`,
    [clientId, uid, role],
  );
}
