import { BlockList, isIPv6 } from 'node:net';

/**
 * The key of a caller in limits: an IPv4 address, or the /64 that a household or machine gets of IPv6.
 * @param ip as reported by the socket
 */
export function addressGroup(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !ip.includes(':')) return mapped ?? ip;
  const [head = '', tail = ''] = ip.split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === '' ? [] : tail.split(':');
  const zeros = ip.includes('::') ? Math.max(0, 8 - groups.length - rest.length) : 0;
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

const loopback = ['127.0.0.0/8', '::1'];
const linkLocal = ['169.254.0.0/16', 'fe80::/10'];
const uniqueLocal = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];
/** Named networks that TRUSTED_PROXY accepts besides addresses and ranges. */
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  linklocal: linkLocal,
  loopback,
  uniquelocal: uniqueLocal,
};

/** Whether an address belongs to one of the networks; an IPv4 address on an IPv6 socket is treated as IPv4. */
export function isInNetworks(networks: readonly string[]): (ip: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (ip) => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}

/** Whether an address is a proxy whose forwarding headers are trusted. @param setting TRUSTED_PROXY */
export function isTrustedProxy(setting: string | undefined): (ip: string) => boolean {
  const parts = (setting ?? '').split(',').map((part) => part.trim());
  return isInNetworks(parts.filter((part) => part !== '').flatMap((part) => namedNetworks[part] ?? [part]));
}

/** Addresses of this machine and of private networks. */
export const isPrivateAddress = isInNetworks([...loopback, ...linkLocal, ...uniqueLocal]);
