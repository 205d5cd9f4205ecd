import { describe, expect, it } from 'vitest';
import { parseNetworks, scopeSetOf, scopesOfSet } from './api-keys.ts';

describe('scopes of a key', () => {
  it('match a preset, or are custom', () => {
    expect(scopeSetOf(scopesOfSet('all'))).toBe('all');
    expect(scopeSetOf(scopesOfSet('read'))).toBe('read');
    expect(scopeSetOf(['messages:write'])).toBe('chosen');
    expect(scopeSetOf([...scopesOfSet('read'), 'messages:write'])).toBe('chosen');
    expect(scopeSetOf([])).toBe('chosen');
  });
});

describe('addresses a key may call from', () => {
  it('are separated by lines, commas or spaces', () => {
    expect(parseNetworks(' 192.0.2.1,\n2001:db8::/32  10.0.0.0/8;')).toEqual([
      '192.0.2.1',
      '2001:db8::/32',
      '10.0.0.0/8',
    ]);
    expect(parseNetworks(' \n')).toEqual([]);
  });
});
