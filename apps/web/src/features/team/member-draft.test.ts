import { unrestricted } from '@parley/contract/rights';
import { describe, expect, it } from 'vitest';
import { changesOf, draftOf } from './member-draft.ts';
import { sampleMember } from './sample-team.ts';

const member = sampleMember({ group_ids: ['a', 'b'], version: 7 });

describe('what the form of a member sends', () => {
  it('is nothing while nothing changed', () => {
    expect(changesOf(draftOf(member), member)).toEqual({});
    expect(changesOf({ ...draftOf(member), group_ids: ['b', 'a'] }, member)).toEqual({});
  });

  it('is only what changed, with the version it was made of', () => {
    expect(changesOf({ ...draftOf(member), name: 'Omar H.' }, member)).toEqual({ name: 'Omar H.', version: 7 });
  });

  it('leaves limits out for those who have none', () => {
    const draft = { ...draftOf(member), role: 'Admin' as const, restrictions: { ...unrestricted, no_export: true } };
    expect(changesOf(draft, member)).toEqual({ role: 'Admin', version: 7 });
  });
});
