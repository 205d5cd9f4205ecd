import { unrestricted } from '@parley/contract/rights';
import type { TeamMember } from '@parley/contract/types';
import { describe, expect, it } from 'vitest';
import { anybody, countOwners, filterMembers, hindranceOf, rolesToGive } from './member-rules.ts';
import { sampleMember } from './sample-team.ts';

const owner: TeamMember = sampleMember({ role: 'Owner' });

describe('what may be done to a member', () => {
  it.each([
    ['User', sampleMember({}), 2, 'no-right'],
    ['Admin', sampleMember({ self: true, role: 'Admin' }), 2, 'self'],
    ['Admin', owner, 2, 'owner'],
    ['Owner', owner, 1, 'last-owner'],
    ['Owner', owner, 2, null],
    ['Owner', sampleMember({ role: 'Owner', state: 'suspended' }), 1, null],
    ['Admin', sampleMember({ role: 'Admin' }), 1, null],
  ] as const)('%s on %o with %i Owners: %s', (acting, member, owners, hindrance) => {
    expect(hindranceOf(acting, member, owners)).toBe(hindrance);
  });

  it('lets only Owners make Owners', () => {
    expect(rolesToGive('Owner')).toContain('Owner');
    expect(rolesToGive('Admin')).not.toContain('Owner');
  });

  it('counts Owners who can act', () => {
    expect(countOwners([owner, sampleMember({ role: 'Owner', state: 'suspended' }), sampleMember({})])).toBe(1);
  });
});

describe('filters of the team', () => {
  const members = [
    sampleMember({ name: 'Ana Lima', email: 'ana@x.example', role: 'Admin', group_ids: ['g1'] }),
    sampleMember({ name: 'Bo Lund', state: 'suspended', restrictions: { ...unrestricted, no_export: true } }),
  ];
  const names = (filter: Partial<typeof anybody>) =>
    filterMembers(members, { ...anybody, ...filter }).map(({ name }) => name);

  it('find by name, address, role, state and group', () => {
    expect(names({ search: ' LIMA ' })).toEqual(['Ana Lima']);
    expect(names({ search: 'ana@' })).toEqual(['Ana Lima']);
    expect(names({ role: 'User' })).toEqual(['Bo Lund']);
    expect(names({ state: 'suspended' })).toEqual(['Bo Lund']);
    expect(names({ groupId: 'g1' })).toEqual(['Ana Lima']);
    expect(names({})).toHaveLength(2);
  });
});
