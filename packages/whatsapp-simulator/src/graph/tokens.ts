import { timingSafeEqual } from 'node:crypto';
import type { Core } from '../engine/core.ts';
import type { Exchange, Reply } from '../http/exchange.ts';
import type { Account } from '../storage/accounts.ts';
import type { GraphCall } from './call.ts';
import { GraphError } from './errors.ts';
import { appIdOf } from './health.ts';
import { permissionsOf } from './require.ts';
import { missing } from './shape.ts';

/** `GET /debug_token?input_token=`: information about a token, which may be the caller's own. */
export function debugToken({ core, exchange }: GraphCall): Reply {
  const input = exchange.url.searchParams.get('input_token');
  if (!input) throw missing('input_token');
  const account = core.accounts.findByToken(input);
  if (account === null) {
    const error = { code: 190, message: 'The access token could not be decrypted' };
    return { status: 200, json: { data: { is_valid: false, scopes: [], error } } };
  }
  const expired = account.faults.token_expired === true;
  const scopes = permissionsOf(account);
  const data = {
    app_id: appIdOf(account),
    type: 'SYSTEM_USER',
    application: 'Sandbox app',
    data_access_expires_at: 0,
    expires_at: expiresAtS(account.faults),
    is_valid: !expired,
    issued_at: 1_760_000_000,
    scopes,
    granular_scopes: scopes.map((scope) => ({ scope, target_ids: [account.waba_id] })),
    ...(expired ? { error: { code: 190, message: 'The session has expired', subcode: 463 } } : {}),
  };
  return { status: 200, json: { data } };
}

/** Seconds since 1970, 0: never. */
function expiresAtS({ token_expired, token_expires_in_s }: Account['faults']): number {
  const nowS = Math.floor(Date.now() / 1000);
  if (token_expired) return nowS - 3600;
  return token_expires_in_s === undefined ? 0 : nowS + token_expires_in_s;
}

/** `GET /oauth/access_token?client_id&client_secret&code`: needs no token; a code is valid once. */
export function exchangeCode(core: Core, { url }: Exchange): Reply {
  const parameter = (name: string): string => url.searchParams.get(name) ?? '';
  const code = parameter('code');
  const account = core.accounts.list().find((one) => code !== '' && one.number.login_code === code);
  if (!account) throw new GraphError(100, 'This authorization code has been used or is unknown', 36009);
  if (parameter('client_id') !== appIdOf(account) || !isSame(parameter('client_secret'), account.app_secret)) {
    throw new GraphError(101, 'Error validating client secret');
  }
  account.number = { ...account.number, login_code: null };
  core.database.write(() => core.accounts.save(account));
  return { status: 200, json: { access_token: account.token, token_type: 'bearer' } };
}

/** The account whose app calls with its own token, `{app id}|{app secret}`; null for any other token. */
export function accountOfAppToken(core: Core, token: string): Account | null {
  const [, appId = '', secret = ''] = /^(\d+)\|(.+)$/.exec(token) ?? [];
  if (secret === '') return null;
  return core.accounts.list().find((one) => appIdOf(one) === appId && isSame(secret, one.app_secret)) ?? null;
}

function isSame(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}
