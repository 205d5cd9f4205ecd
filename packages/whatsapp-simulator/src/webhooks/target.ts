import { lookup as lookupHost } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Account } from '../storage/accounts.ts';

/** Where the account's webhooks go: the number's override wins over the account's, that over the app's own address. null: nowhere. */
export function targetOf(account: Account): string | null {
  if (!account.subscribed) return null;
  return account.number_callback_uri ?? account.override_callback_uri ?? account.webhook_url;
}

/**
 * Whether webhooks may go there: http or https, and only this machine unless remote targets are allowed.
 * @returns null when they may, otherwise the reason
 */
export function forbiddenReason(url: string, allowRemote: boolean): string | null {
  const target = URL.canParse(url) ? new URL(url) : null;
  if (!target || !['http:', 'https:'].includes(target.protocol)) return 'the callback must be an http or https address';
  if (target.username || target.password) return 'the callback must not carry a user name';
  if (allowRemote) return null;
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const local = isIP(host) ? isLoopback(host) : host === 'localhost' || host.endsWith('.localhost');
  return local ? null : `this simulator only calls this machine, not ${target.hostname}`;
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(address);
}

/** A name lookup that refuses whatever does not lead to this machine, for names such as `localhost`. */
export const lookupLoopback: LookupFunction = (hostname, options, callback) => {
  lookupHost(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const local = addresses.filter(({ address }) => isLoopback(address));
    const [first] = local;
    if (!first) return callback(new Error(`${hostname} does not lead to this machine`), []);
    if (options.all) callback(null, local);
    else callback(null, first.address, first.family);
  });
};
