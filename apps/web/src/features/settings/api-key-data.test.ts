import { describe, expect, it } from 'vitest';
import { readNetworks, scopeSetOf, scopesOfSet } from './api-key-data.ts';

describe('scopes of a key', () => {
  it('are one of the ready sets, or chosen', () => {
    expect(scopeSetOf(scopesOfSet('all'))).toBe('all');
    expect(scopeSetOf(scopesOfSet('read'))).toBe('read');
    expect(scopeSetOf(['messages:write'])).toBe('chosen');
    expect(scopeSetOf([...scopesOfSet('read'), 'messages:write'])).toBe('chosen');
    expect(scopeSetOf([])).toBe('chosen');
  });
});

describe('addresses a key may call from', () => {
  it('are read from lines, commas and blanks', () => {
    expect(readNetworks(' 192.0.2.1,\n2001:db8::/32  10.0.0.0/8;')).toEqual([
      '192.0.2.1',
      '2001:db8::/32',
      '10.0.0.0/8',
    ]);
    expect(readNetworks(' \n')).toEqual([]);
  });
});
