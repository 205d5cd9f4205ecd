import { describe, expect, it } from 'vitest';
import { addressGroup, isTrustedProxy } from './address-group.ts';

describe('addressGroup', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is %s', (ip, group) => {
    expect(addressGroup(ip)).toBe(group);
  });
});

describe('isTrustedProxy', () => {
  it('matches addresses, ranges and the named networks, also IPv4 on an IPv6 socket', () => {
    const isProxy = isTrustedProxy('loopback, 203.0.113.0/24,2001:db8::1');
    const proxies = ['127.0.0.1', '::ffff:127.0.0.1', '::1', '203.0.113.9', '2001:db8::1'];
    expect(proxies.filter(isProxy)).toEqual(proxies);
    expect(['10.0.0.1', '203.0.114.1', '2001:db8::2', ''].some(isProxy)).toBe(false);
  });

  it('matches nothing when it is not set', () => {
    expect(isTrustedProxy(undefined)('127.0.0.1')).toBe(false);
  });
});
