import { lookup as lookupHost } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks outside of the public internet, by the IANA registries of special-purpose addresses. */
const special = new BlockList();
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/3', '::/96', '::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23'],
  ...['2001:db8::/32', '2002::/16', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
]) {
  const [address = '', bits] = network.split('/');
  special.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

function isPrivate(address: string): boolean {
  const family = isIP(address);
  return family === 0 || special.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** @param allowed `host:port` that may be reached although it is private */
function isAllowed({ hostname, port, protocol }: URL, allowed: readonly string[]): boolean {
  return allowed.includes(`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`);
}

/** Why an address is not fetched, before a DNS lookup; null when it may be. */
export function nonPublicReason(url: URL, allowed: readonly string[]): string | null {
  if (!/^https?:$/.test(url.protocol)) return 'only http and https addresses are fetched';
  if (url.username !== '' || url.password !== '') return 'the address must not carry a user name';
  if (isAllowed(url, allowed)) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const named = isIP(host) === 0;
  if (named ? host === 'localhost' || host.endsWith('.localhost') : isPrivate(host)) return privateWords;
  return null;
}

const privateWords = 'the address lies in a private network';

/** A lookup at the moment of connecting: a name that resolves to a private address is refused. */
export function publicLookup(url: URL, allowed: readonly string[]): LookupFunction {
  const free = isAllowed(url, allowed);
  return (hostname, options, callback) => {
    lookupHost(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const open = free ? addresses : addresses.filter(({ address }) => !isPrivate(address));
      const [first] = open;
      if (!first) return callback(new Error(privateWords), []);
      if (options.all) callback(null, open);
      else callback(null, first.address, first.family);
    });
  };
}
