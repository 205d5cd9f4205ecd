import { describe, expect, it } from 'vitest';
import { readInvitationToken } from './invitation-token.ts';

const token = 'J4v0y_-Q9mJ4v0y_-Q9mJ4v0y_-Q9mJ4v0y_-Q9mabc';

describe('the code of an invitation', () => {
  it.each([
    token,
    ` ${token}\n`,
    `https://parley.example/invitations?token=${token}`,
    `/invitations?token=${token}#x`,
    `https://parley.example/invitations?a=b&token=${token}`,
  ])('is found in %j', (text) => expect(readInvitationToken(text)).toBe(token));

  it.each(['', 'hello', 'https://parley.example/invitations', '?token=%E0%A4%A', `${token} ${token}`])(
    'is not in %j',
    (text) => expect(readInvitationToken(text)).toBeNull(),
  );
});
