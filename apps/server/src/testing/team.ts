import type { Role } from '@parley/contract/types';
import { type Auth, createAuth } from './auth.ts';
import type { TestServer } from './server.ts';
import { addMember, bearer, createSession, createUser, type TestUser } from './users.ts';

export type Member = TestUser & { role: Role };
/** The response to a call; `B` is the expected type of the body. */
export type Answer<B = Record<string, unknown>> = { status: number; body: B; code: string | undefined };

/** An account in its initial state with its Owner, and calls of its members. */
export type Team = {
  auth: Auth;
  clientId: string;
  owner: Member;
  /** Another member, who is in no other account. */
  add(role: Role, name?: string): Promise<Member>;
  /** A call in the account. @returns `code` of an error */
  call<B = Record<string, unknown>>(user: TestUser, method: string, path: string, payload?: object): Promise<Answer<B>>;
  /** A call of a user without an account. */
  outside<B = Record<string, unknown>>(
    user: TestUser | null,
    method: string,
    path: string,
    payload?: object,
  ): Promise<Answer<B>>;
  /** An active session in the account, and its token. */
  sessionOf(user: TestUser): Promise<{ sid: string; token: string }>;
  tokenOf(user: TestUser): Promise<string>;
};

export async function createTeam(server: TestServer): Promise<Team> {
  const auth = await createAuth(server.platform);
  const founder = await createUser(server.owner, 'Olga Owner');
  const headersOf = (user: TestUser, clientId: string | null) =>
    bearer(auth, user, clientId === null ? null : { clientId, role: 'User' });

  async function send<B>(
    headers: Record<string, string>,
    method: string,
    path: string,
    payload?: object,
  ): Promise<Answer<B>> {
    const response = await server.app.http.inject({
      method: method as 'GET',
      url: `/api${path}`,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    const body = response.body === '' ? {} : response.json();
    return { status: response.statusCode, body, code: body.error?.code };
  }

  const made = await send<{ client_id: string }>(await headersOf(founder, null), 'POST', '/clients', {
    name: 'Kestrel shop',
    country: 'GB',
    time_zone: 'Europe/London',
  });
  const clientId = made.body.client_id;
  return {
    auth,
    clientId,
    owner: { ...founder, role: 'Owner' },
    async add(role, name = `${role} ${crypto.randomUUID().slice(0, 8)}`) {
      const user = await createUser(server.owner, name);
      await addMember(server.owner, clientId, user, role);
      return { ...user, role };
    },
    call: async (user, method, path, payload) => send(await headersOf(user, clientId), method, path, payload),
    outside: async (user, method, path, payload) =>
      send(user === null ? {} : await headersOf(user, null), method, path, payload),
    tokenOf: async (user) => (await sessionOf(user)).token,
    sessionOf,
  };

  async function sessionOf(user: TestUser): Promise<{ sid: string; token: string }> {
    const sid = await createSession(server.owner, user.uid);
    await server.owner.query('update sessions set client_id = $2 where id = $1', [sid, clientId]);
    return { sid, token: await auth.idTokens.sign({ uid: user.uid, sid, account: { clientId, role: 'User' } }) };
  }
}
