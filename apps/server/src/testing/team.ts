import type { Role } from '@parley/contract/types';
import { type Auth, createAuth } from '../platform/auth/authenticate.ts';
import { addMember, bearer, createPerson, createSession, type Person } from './people.ts';
import type { TestServer } from './server.ts';

export type Member = Person & { role: Role };
/** What a call was answered; `B` is what the test knows of the body. */
export type Answer<B = Record<string, unknown>> = { status: number; body: B; code: string | undefined };

/** An account with its Owner, as people get it, and calls of its members. */
export type Team = {
  auth: Auth;
  clientId: string;
  owner: Member;
  /** Another member with an account of their own nowhere else. */
  add(role: Role, name?: string): Promise<Member>;
  /** A call in the account. @returns `code` of an error */
  call<B = Record<string, unknown>>(person: Person, method: string, path: string, payload?: object): Promise<Answer<B>>;
  /** A call of somebody who is in no account yet. */
  outside<B = Record<string, unknown>>(
    person: Person | null,
    method: string,
    path: string,
    payload?: object,
  ): Promise<Answer<B>>;
  /** A living session that is in the account, and a token of it. */
  sessionOf(person: Person): Promise<{ sid: string; token: string }>;
  tokenOf(person: Person): Promise<string>;
};

export async function createTeam(server: TestServer): Promise<Team> {
  const auth = await createAuth(server.platform);
  const founder = await createPerson(server.owner, 'Olga Owner');
  const headersOf = (person: Person, clientId: string | null) =>
    bearer(auth, person, clientId === null ? null : { clientId, role: 'User' });

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
      const person = await createPerson(server.owner, name);
      await addMember(server.owner, clientId, person, role);
      return { ...person, role };
    },
    call: async (person, method, path, payload) => send(await headersOf(person, clientId), method, path, payload),
    outside: async (person, method, path, payload) =>
      send(person === null ? {} : await headersOf(person, null), method, path, payload),
    tokenOf: async (person) => (await sessionOf(person)).token,
    sessionOf,
  };

  async function sessionOf(person: Person): Promise<{ sid: string; token: string }> {
    const sid = await createSession(server.owner, person.uid);
    await server.owner.query('update sessions set client_id = $2 where id = $1', [sid, clientId]);
    return { sid, token: await auth.idTokens.sign({ uid: person.uid, sid, account: { clientId, role: 'User' } }) };
  }
}
