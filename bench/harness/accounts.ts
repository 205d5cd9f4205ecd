import { randomBytes } from 'node:crypto';
import type { Parley } from './parley.ts';

/** An account of the measured server with one connected number. */
export type Account = {
  clientId: string;
  channelId: string;
  token: string;
  appSecret: string;
  wabaId: string;
  phoneNumberId: string;
  displayPhoneNumber: string;
};

/** Password of a benchmark's only user. */
const password = 'wide harbour lantern 41';
const email = 'bench@example.com';

export type Tokens = { id_token: string; refresh_token: string };

async function call<T>(parley: Parley, method: string, path: string, token: string | null, body?: unknown): Promise<T> {
  const response = await fetch(`${parley.url}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** The first user of a fresh server, signed in. */
export async function setUp(parley: Parley): Promise<Tokens> {
  const token = await parley.setupToken();
  return call(parley, 'POST', '/api/auth/setup', null, {
    token,
    name: 'Bench',
    email,
    password,
  });
}

/** The same user at a later time. */
export function signIn(parley: Parley): Promise<Tokens> {
  return call(parley, 'POST', '/api/auth/sign-in', null, { email, password });
}

/** Accounts created through the API, each with one number; the n-th is the same in every run. */
export async function makeAccounts(parley: Parley, count: number): Promise<Account[]> {
  let session = await setUp(parley);
  const accounts: Account[] = [];
  for (let n = 0; n < count; n++) {
    const made = await call<{ client_id: string }>(parley, 'POST', '/api/clients', session.id_token, {
      name: `Bench ${n}`,
      country: 'DE',
      time_zone: 'Europe/Berlin',
    });
    session = await call<Tokens>(parley, 'POST', '/api/auth/token', null, { refresh_token: session.refresh_token });
    session = await call<Tokens>(parley, 'POST', '/api/auth/switch', session.id_token, { client_id: made.client_id });
    const number = {
      wabaId: `2000000000${String(n).padStart(5, '0')}`,
      phoneNumberId: `1000000000${String(n).padStart(5, '0')}`,
      displayPhoneNumber: `4930${String(1_000_000 + n)}`,
      appSecret: `app-secret-of-bench-number-${n}`,
    };
    const channel = await call<{ id: string }>(parley, 'POST', '/api/channels', session.id_token, {
      kind: 'WHATSAPP',
      channel_label: `Number ${n}`,
      phone_number: `+${number.displayPhoneNumber}`,
      phone_number_id: number.phoneNumberId,
      waba_id: number.wabaId,
      access_token: `access-token-of-bench-number-${n}`,
      app_secret: number.appSecret,
      verify_token: `verify-token-${n}`,
    });
    accounts.push({ clientId: made.client_id, channelId: channel.id, token: session.id_token, ...number });
  }
  return accounts;
}

/** @returns the token of another member of the account */
export async function addMember(
  parley: Parley,
  { token }: Pick<Account, 'token'>,
  role: 'Admin' | 'User',
): Promise<string> {
  const address = `member-${randomBytes(4).toString('hex')}@example.com`;
  const body = { email: address, role, send: false };
  const made = await call<{ url: string }>(parley, 'POST', '/api/invitations', token, body);
  const invitation = new URL(made.url, parley.url).searchParams.get('token');
  const user = { name: 'Member', email: address, password: 'narrow meadow candle 17', invitation };
  const session = await call<Tokens>(parley, 'POST', '/api/auth/sign-up', null, user);
  await call(parley, 'POST', '/api/invitations/accept', session.id_token, { token: invitation });
  const refresh = { refresh_token: session.refresh_token };
  return (await call<Tokens>(parley, 'POST', '/api/auth/token', null, refresh)).id_token;
}

/** A paused number queues messages and sends none. */
export async function pauseNumber(parley: Parley, account: Account): Promise<void> {
  await call(parley, 'PUT', `/api/channels/${account.channelId}`, account.token, { state: 'PAUSED' });
}
