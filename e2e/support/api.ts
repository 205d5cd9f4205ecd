import { apiCall } from '../../scripts/api-call.ts';
import type { ParleyServer } from './server.ts';

type Address = Pick<ParleyServer, 'url'>;

/** Somebody who can sign in. */
export type Person = { name: string; email: string; password: string };

export const owner: Person = {
  name: 'Dana Whitfield',
  email: 'dana@kestrel.example',
  password: 'a tandem in the rain',
};
export const business = { name: 'Kestrel Cycles', country: 'GB', time_zone: 'Europe/London' };

type Tokens = { id_token: string; refresh_token: string };

/** Makes the first person of a new installation. @returns a token without an account */
export async function claimSetup(server: ParleyServer, person: Person): Promise<string> {
  const token = new URL(await server.setupUrl()).searchParams.get('setup');
  return (await apiCall<Tokens>(server.url, 'POST', '/api/auth/setup', { token, ...person })).id_token;
}

/** Makes an account for somebody without one. @returns a token with its claims */
export async function createAccount(server: Address, person: Person, token: string): Promise<string> {
  await apiCall(server.url, 'POST', '/api/clients', business, token);
  return signInOverApi(server, person);
}

export async function signInOverApi(server: Address, person: Person): Promise<string> {
  const { email, password } = person;
  return (await apiCall<Tokens>(server.url, 'POST', '/api/auth/sign-in', { email, password })).id_token;
}

type Sandbox = { channel: { id: string }; phones: Array<{ id: string; name: string }> };

/** A customer writes from a simulated phone. @returns the phone's id */
export async function writeAsCustomer(server: Address, token: string, text: string, name?: string): Promise<string> {
  const { phones } = await apiCall<Sandbox>(server.url, 'GET', '/api/sandbox', undefined, token);
  const known = name === undefined ? phones[0] : phones.find((phone) => phone.name === name);
  const phone =
    known ?? (await apiCall<Sandbox['phones'][number]>(server.url, 'POST', '/api/sandbox/phones', { name }, token));
  const path = `/api/sandbox/phones/${encodeURIComponent(phone.id)}/messages`;
  await apiCall(server.url, 'POST', path, { type: 'text', text: { body: text } }, token);
  return phone.id;
}

type ThreadList = { data: Array<{ id: string; last_message: { preview: string } | null }> };

/** The thread whose newest message shows this text, as soon as it is there. */
export async function waitForThread(server: Address, token: string, preview: string): Promise<string> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const { data } = await apiCall<ThreadList>(server.url, 'GET', '/api/threads', undefined, token);
    const found = data.find((thread) => thread.last_message?.preview.includes(preview));
    if (found !== undefined) return found.id;
    if (Date.now() > deadline) throw new Error(`no thread shows ${preview}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Somebody who signs up by an invitation to the account of `token` and joins it. @returns their user id */
export async function addMember(server: Address, token: string, person: Person, role = 'User'): Promise<string> {
  const invite = { email: person.email, role, send: false };
  const { url } = await apiCall<{ url: string }>(server.url, 'POST', '/api/invitations', invite, token);
  const invitation = new URL(url, server.url).searchParams.get('token');
  const { id_token } = await apiCall<Tokens>(server.url, 'POST', '/api/auth/sign-up', { ...person, invitation });
  await apiCall(server.url, 'POST', '/api/invitations/accept', { token: invitation }, id_token);
  const { data } = await apiCall<{ data: Array<{ user_id: string; email: string }> }>(
    server.url,
    'GET',
    '/api/team',
    undefined,
    token,
  );
  const member = data.find(({ email }) => email === person.email);
  if (member === undefined) throw new Error(`${person.email} did not join`);
  return member.user_id;
}
