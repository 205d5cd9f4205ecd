import { expect, test } from 'vitest';
import { emptyInvitation, invitationsBody } from './invitation-draft.ts';

test('only Users are invited with restrictions', () => {
  expect(invitationsBody(emptyInvitation, ['a@x.example'])).toMatchObject({
    role: 'User',
    restrictions: emptyInvitation.restrictions,
    expires_in_days: 7,
  });
  expect(invitationsBody({ ...emptyInvitation, role: 'Admin' }, [])).not.toHaveProperty('restrictions');
});

test('a note of spaces is none', () => {
  expect(invitationsBody({ ...emptyInvitation, note: '  ' }, [])).not.toHaveProperty('note');
  expect(invitationsBody({ ...emptyInvitation, note: 'Welcome' }, []).note).toBe('Welcome');
});
