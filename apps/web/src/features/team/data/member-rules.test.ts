import { unrestricted } from '@parley/contract/permissions';
import type { TeamMember } from '@parley/contract/types';
import { describe, expect, it } from 'vitest';
import {
  assignableRoles,
  blockReasonOf,
  countOwners,
  filterMembers,
  noMemberFilter,
  sortMembers,
} from './member-rules.ts';
import { sampleMember } from './sample-team.ts';

const owner: TeamMember = sampleMember({ role: 'Owner' });

describe('actions on a member', () => {
  it.each([
    ['User', sampleMember({}), 2, 'no-right'],
    ['Admin', sampleMember({ self: true, role: 'Admin' }), 2, 'self'],
    ['Admin', owner, 2, 'owner'],
    ['Owner', owner, 1, 'last-owner'],
    ['Owner', owner, 2, null],
    ['Owner', sampleMember({ role: 'Owner', state: 'suspended' }), 1, null],
    ['Admin', sampleMember({ role: 'Admin' }), 1, null],
  ] as const)('%s on %o with %i Owners: %s', (acting, member, owners, blockReason) => {
    expect(blockReasonOf(acting, member, owners)).toBe(blockReason);
  });

  it('only Owners can appoint Owners', () => {
    expect(assignableRoles('Owner')).toContain('Owner');
    expect(assignableRoles('Admin')).not.toContain('Owner');
  });

  it('counts active Owners', () => {
    expect(countOwners([owner, sampleMember({ role: 'Owner', state: 'suspended' }), sampleMember({})])).toBe(1);
  });
});

describe('filters of the team', () => {
  const members = [
    sampleMember({ name: 'Ana Lima', email: 'ana@x.example', role: 'Admin', group_ids: ['g1'] }),
    sampleMember({ name: 'Bo Lund', state: 'suspended', restrictions: { ...unrestricted, no_export: true } }),
  ];
  const names = (filter: Partial<typeof noMemberFilter>) =>
    filterMembers(members, { ...noMemberFilter, ...filter }).map(({ name }) => name);

  it('find by name, address, role, state and group', () => {
    expect(names({ search: ' LIMA ' })).toEqual(['Ana Lima']);
    expect(names({ search: 'ana@' })).toEqual(['Ana Lima']);
    expect(names({ role: 'User' })).toEqual(['Bo Lund']);
    expect(names({ state: 'suspended' })).toEqual(['Bo Lund']);
    expect(names({ groupId: 'g1' })).toEqual(['Ana Lima']);
    expect(names({})).toHaveLength(2);
  });
});

describe('the order of the team', () => {
  const members = [
    sampleMember({ name: 'Bo', role: 'Owner', first_reply_median_s: null, online: false, last_seen_at: null }),
    sampleMember({ name: 'Ana', role: 'User', first_reply_median_s: 30, online: true }),
    sampleMember({
      name: 'Cy',
      role: 'Admin',
      first_reply_median_s: 10,
      online: false,
      last_seen_at: '2026-11-01T10:00:00Z',
    }),
  ];
  it.each([
    ['name', false, ['Ana', 'Bo', 'Cy']],
    ['name', true, ['Cy', 'Bo', 'Ana']],
    ['role', false, ['Bo', 'Cy', 'Ana']],
    ['reply', false, ['Cy', 'Ana', 'Bo']],
    ['seen', true, ['Ana', 'Cy', 'Bo']],
  ])('by %s, descending: %s', (column, descending, expected) => {
    expect(sortMembers(members, { column, descending }).map(({ name }) => name)).toEqual(expected);
  });
});
