import { apiCall } from '../../scripts/api-call.ts';
import type { ParleyServer } from './server.ts';
import { until } from './until.ts';

type Address = Pick<ParleyServer, 'url'>;

/** A user who can sign in. */
export type TestUser = { name: string; email: string; password: string };

export const owner: TestUser = {
  name: 'Dana Whitfield',
  email: 'dana@kestrel.example',
  password: 'a tandem in the rain',
};
export const business = { name: 'Kestrel Cycles', country: 'GB', time_zone: 'Europe/London' };

type Tokens = { id_token: string; refresh_token: string };

/** Creates the first user of a new installation. @returns a token without an account */
export async function claimSetup(server: ParleyServer, user: TestUser): Promise<string> {
  const token = new URL(await server.setupUrl()).searchParams.get('setup');
  return (await apiCall<Tokens>(server.url, 'POST', '/api/auth/setup', { token, ...user })).id_token;
}

/** Creates an account for a user without one. @returns a token with its claims */
export async function createAccount(server: Address, user: TestUser, token: string): Promise<string> {
  await apiCall(server.url, 'POST', '/api/clients', business, token);
  return signInOverApi(server, user);
}

export async function signInOverApi(server: Address, user: TestUser): Promise<string> {
  const { email, password } = user;
  return (await apiCall<Tokens>(server.url, 'POST', '/api/auth/sign-in', { email, password })).id_token;
}

type Sandbox = { channel: { id: string }; phones: Array<{ id: string; name: string }> };

/** A customer's message from a simulated phone. @returns the phone's id */
export async function writeAsCustomer(server: Address, token: string, text: string, name?: string): Promise<string> {
  const { phones } = await apiCall<Sandbox>(server.url, 'GET', '/api/sandbox', undefined, token);
  const known = name === undefined ? phones[0] : phones.find((phone) => phone.name === name);
  const phone =
    known ?? (await apiCall<Sandbox['phones'][number]>(server.url, 'POST', '/api/sandbox/phones', { name }, token));
  const path = `/api/sandbox/phones/${encodeURIComponent(phone.id)}/messages`;
  await apiCall(server.url, 'POST', path, { type: 'text', text: { body: text } }, token);
  return phone.id;
}

type ThreadList = {
  data: Array<{ id: string; contact: { name: string | null }; last_message: { preview: string } | null }>;
};

/** The thread whose newest message has this text, as soon as it exists. */
export async function waitForThread(server: Address, token: string, preview: string): Promise<string> {
  const find = async () => {
    const { data } = await apiCall<ThreadList>(server.url, 'GET', '/api/threads', undefined, token);
    return data.find((thread) => thread.last_message?.preview.includes(preview))?.id ?? '';
  };
  return until(`a thread that shows ${preview}`, find, (id) => id !== '');
}

/** The thread of a customer as soon as it exists: for one whose message is answered at once, so that another is newest. */
export async function waitForThreadOf(server: Address, token: string, name: string): Promise<string> {
  const find = async () => {
    const { data } = await apiCall<ThreadList>(server.url, 'GET', '/api/threads', undefined, token);
    return data.find((thread) => thread.contact.name === name)?.id ?? '';
  };
  return until(`a thread of ${name}`, find, (id) => id !== '');
}

type Invited = { id: string; invitation: string | null };

async function invite(server: Address, token: string, email: string, role: string): Promise<Invited> {
  const body = { email, role, send: false };
  const made = await apiCall<{ id: string; url: string }>(server.url, 'POST', '/api/invitations', body, token);
  return { id: made.id, invitation: new URL(made.url, server.url).searchParams.get('token') };
}

/**
 * A user who signs up with an invitation without accepting it: the only way to a second user without emails.
 * @param token of an account that invites
 * @returns a token of the new user, without an account
 */
export async function joinByInvitation(server: Address, token: string, user: TestUser): Promise<string> {
  const { id, invitation } = await invite(server, token, user.email, 'User');
  const { id_token } = await apiCall<Tokens>(server.url, 'POST', '/api/auth/sign-up', { ...user, invitation });
  await apiCall(server.url, 'DELETE', `/api/invitations/${id}`, undefined, token);
  return id_token;
}

/** A user who signs up by an invitation to the account of `token` and joins it. @returns their user id */
export async function addMember(server: Address, token: string, user: TestUser, role = 'User'): Promise<string> {
  const { invitation } = await invite(server, token, user.email, role);
  const { id_token } = await apiCall<Tokens>(server.url, 'POST', '/api/auth/sign-up', { ...user, invitation });
  await apiCall(server.url, 'POST', '/api/invitations/accept', { token: invitation }, id_token);
  const { data } = await apiCall<{ data: Array<{ user_id: string; email: string }> }>(
    server.url,
    'GET',
    '/api/team',
    undefined,
    token,
  );
  const member = data.find(({ email }) => email === user.email);
  if (member === undefined) throw new Error(`${user.email} did not join`);
  return member.user_id;
}
