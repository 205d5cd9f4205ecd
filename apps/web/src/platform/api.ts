import type { InputOf, OutputOf, RouteKey } from '@parley/contract/types';
import { session } from './browser-session.ts';
import { apiUrl, loadConfig } from './config.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { ApiError, NetworkError } from './errors.ts';
import { type HttpRequest, sendHttp } from './http.ts';

export { ApiError } from './errors.ts';

export type CallParts = {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
};

export type ApiOptions = {
  signal?: AbortSignal;
  /** For calls that take longer than others. */
  timeoutMs?: number;
  /** The call outlives the page; for short ones only. */
  keepalive?: boolean;
};

/**
 * Calls a route of the contract: `api('GET /api/threads/{id}', { params: { id } })`. Sends the session's token. After a
 * 401 the token is renewed once and the call repeated once; a second 401 ends the session, and the app goes to /login
 * with the current URL as `next`.
 * @throws ApiError when the server refuses, NetworkError when no answer came, the signal's reason when aborted
 */
export async function api<K extends RouteKey>(key: K, input: InputOf<K>, options?: ApiOptions): Promise<OutputOf<K>> {
  return (await callApi(key, input as CallParts, options)) as OutputOf<K>;
}

/** The typed call, for those who get it given. */
export type ApiCall = typeof api;

/** As `api`, for calls the contract does not describe by schema (raw bodies). `key` is `METHOD /api/path/{param}`. */
export async function callApi(key: string, input: CallParts, options?: ApiOptions): Promise<unknown> {
  const { method, path } = addressOf(key, input);
  const { api_base } = await loadConfig();
  const request: HttpRequest = { method, url: apiUrl(api_base, path), body: input.body, ...options };
  return withSession((token) => sendHttp({ ...request, token, ended: session.ended() }));
}

/**
 * Makes a call with the session's token; an expired token is renewed once. Where a call needs a recent sign-in, users
 * confirm who they are, and it is made again.
 * @throws errors of `send`; ApiError `requires-recent-login` when they do not confirm it
 */
export async function withSession<T>(send: (token: string | null) => Promise<T>): Promise<T> {
  try {
    return await sendInSession(send);
  } catch (error) {
    const isTooOld = error instanceof ApiError && error.code === 'requires-recent-login';
    if (!isTooOld || !(await confirmIdentity())) throw error;
    return sendInSession(send);
  }
}

/** Refusals of an account whose rules about signing in the session does not fulfil. */
const signInRules: readonly string[] = ['provider-sign-in-required', 'second-factor-setup-required'];

async function sendInSession<T>(send: (token: string | null) => Promise<T>): Promise<T> {
  const token = await session.token();
  try {
    return await send(token);
  } catch (error) {
    // /loggedin leads the user through it, and back.
    if (error instanceof ApiError && signInRules.includes(error.code)) {
      window.location.assign(`/loggedin?next=${encodeURIComponent(window.location.pathname + window.location.search)}`);
    }
    if (!isUnauthorized(error) || token === null) throw error;
    const outcome = await session.refresh(token);
    if (outcome === 'unreachable') throw new NetworkError('offline', error);
    if (outcome === 'ended') throw error;
  }
  try {
    return await send(await session.token());
  } catch (error) {
    if (isUnauthorized(error)) session.expire();
    throw error;
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Method and path of a route key, with parameters and query filled in; arrays repeat the key, undefined is omitted. */
export function addressOf(key: string, input: CallParts): { method: string; path: string } {
  const [method = '', pattern = ''] = key.split(' ');
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) query.append(name, String(item));
    }
  }
  const search = query.toString();
  return { method, path: search === '' ? path : `${path}?${search}` };
}
