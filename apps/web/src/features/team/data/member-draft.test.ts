import { unrestricted } from '@parley/contract/permissions';
import { describe, expect, it } from 'vitest';
import { changesOf, draftOf } from './member-draft.ts';
import { sampleMember } from './sample-team.ts';

const member = sampleMember({ group_ids: ['a', 'b'], version: 7 });

describe('the changes of a member form', () => {
  it('are empty without an edit', () => {
    expect(changesOf(draftOf(member), member)).toEqual({});
    expect(changesOf({ ...draftOf(member), group_ids: ['b', 'a'] }, member)).toEqual({});
  });

  it('hold only edits, with the version they are based on', () => {
    expect(changesOf({ ...draftOf(member), name: 'Omar H.' }, member)).toEqual({ name: 'Omar H.', version: 7 });
  });

  it('omit limits for roles without limits', () => {
    const draft = { ...draftOf(member), role: 'Admin' as const, restrictions: { ...unrestricted, no_export: true } };
    expect(changesOf(draft, member)).toEqual({ role: 'Admin', version: 7 });
  });
});
