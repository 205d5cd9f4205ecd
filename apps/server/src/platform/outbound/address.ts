import { lookup as lookupHost } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Why a URL entered by a user is not called. */
export type AddressProblem = 'not_http' | 'has_credentials' | 'private' | 'unknown_host';

/** A URL that this server must not call for users. */
export class AddressRefused extends Error {
  readonly problem: AddressProblem;

  constructor(problem: AddressProblem, address: string) {
    super(`${address} is not called: ${problem}`);
    this.name = 'AddressRefused';
    this.problem = problem;
  }
}

// All addresses that the IANA registries of special-purpose addresses exclude from the public network: they would
// reach this machine, its neighbors or a cloud's own services.
// A list of each family: in one of both, the rule for IPv4 written as IPv6 would match every IPv4 address.
const special = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.ipv4.addSubnet(address, bits, 'ipv4');
}
for (const [address, bits] of [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  special.ipv6.addSubnet(address, bits, 'ipv6');
}

/** Whether an IP address is outside the public network. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  const name = family === 4 ? 'ipv4' : 'ipv6';
  return special[name].check(address, name);
}

/** @param allowed private `host:port` that the operator allows (ALLOWED_PRIVATE_HOSTS) */
export function isAllowed(url: URL, allowed: readonly string[]): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return allowed.includes(`${url.hostname}:${port}`);
}

/**
 * Checks a URL entered by a user and resolves its host. The result may change: calls check again when they connect.
 * @returns null when it may be called
 */
export async function findAddressProblem(text: string, allowed: readonly string[]): Promise<AddressProblem | null> {
  const bySpelling = findAddressFormatProblem(text, allowed);
  if (bySpelling !== null) return bySpelling;
  const url = new URL(text);
  if (isAllowed(url, allowed) || isIP(bare(url.hostname)) !== 0) return null;
  const found = await new Promise<string[] | null>((resolve) => {
    lookupHost(url.hostname, { all: true }, (error, addresses) => {
      resolve(error ? null : addresses.map(({ address }) => address));
    });
  });
  if (found === null || found.length === 0) return 'unknown_host';
  return found.some(isPrivateAddress) ? 'private' : null;
}

/** Checks a URL without resolving its host. */
export function findAddressFormatProblem(text: string, allowed: readonly string[]): AddressProblem | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'not_http';
  if (url.username !== '' || url.password !== '') return 'has_credentials';
  if (isAllowed(url, allowed)) return null;
  const host = bare(url.hostname);
  if (isIP(host) !== 0) return isPrivateAddress(host) ? 'private' : null;
  return host === 'localhost' || host.endsWith('.localhost') ? 'private' : null;
}

/** A DNS look-up for connecting that returns no private address. */
export function guardedLookup(url: URL, allowed: readonly string[]): LookupFunction {
  const free = isAllowed(url, allowed);
  return (hostname, options, callback) => {
    lookupHost(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const open = free ? addresses : addresses.filter(({ address }) => !isPrivateAddress(address));
      const [first] = open;
      if (first === undefined) return callback(new AddressRefused('private', hostname), []);
      if (options.all) callback(null, open);
      else callback(null, first.address, first.family);
    });
  };
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
