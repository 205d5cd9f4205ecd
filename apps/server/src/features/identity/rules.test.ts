import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import {
  callerGroup,
  decideIdentity,
  decideRefresh,
  foreignName,
  isRecent,
  isSubject,
  passwordProblem,
} from './rules.ts';

describe('passwordProblem', () => {
  const email = 'anna@example.com';
  it.each([
    ['seven characters', 'k7!mQ2x', 'Use at least 8 characters.'],
    ['nothing', '', 'Use at least 8 characters.'],
    ['a common one', 'password1', 'most common'],
    ['a common one in capitals', 'QWERTYUIOP', 'most common'],
    ['the address', 'Anna@Example.com', 'e-mail'],
  ])('%s is refused', (_name, password, reason) => {
    expect(passwordProblem(password, 8, email)).toContain(reason);
  });
  it.each(['correct horse battery staple', 'k7!mQ2xz', '\u{1F40C}'.repeat(8), '        '])(
    '%j is taken',
    (password) => {
      expect(passwordProblem(password, 8, email)).toBeNull();
    },
  );
  it('counts characters as people do, not code units', () => {
    expect(passwordProblem('\u{1F40C}'.repeat(7), 8, email)).not.toBeNull();
  });
  it('knows no password shorter than any policy allows', () => {
    expect(
      [...commonPasswords].filter((password) => password.length < 6 || password !== password.toLowerCase()),
    ).toEqual([]);
    expect(commonPasswords.size).toBeGreaterThan(150);
  });
});

describe('decideRefresh', () => {
  it.each([
    [null, 'refuse'],
    [{ live: false, current: true, in_grace: true }, 'refuse'],
    [{ live: false, current: false, in_grace: false }, 'refuse'],
    [{ live: true, current: true, in_grace: false }, 'rotate'],
    [{ live: true, current: true, in_grace: true }, 'rotate'],
    [{ live: true, current: false, in_grace: true }, 'repeat'],
    [{ live: true, current: false, in_grace: false }, 'revoke'],
  ] as const)('%j → %s', (session, decision) => {
    expect(decideRefresh(session)).toBe(decision);
  });
  it('never lets a dead session go on', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), (current, in_grace) => {
        expect(decideRefresh({ live: false, current, in_grace })).toBe('refuse');
      }),
    );
  });
});

describe('decideIdentity', () => {
  const proven = { email: 'a@example.com', emailVerified: true, trusted: true };
  const owner = { id: 'x', verified: true, otherSubjectOfIssuer: false };

  it('never links by an address that nobody vouches for', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (emailVerified, trusted, verified, otherSubjectOfIssuer, mayCreate) => {
          const person = { id: 'x', verified, otherSubjectOfIssuer };
          const decision = decideIdentity({ email: 'a@example.com', emailVerified, trusted }, false, person, mayCreate);
          const vouched = emailVerified && trusted && !otherSubjectOfIssuer;
          expect(decision === 'link' || decision === 'take-over').toBe(vouched);
          expect(decision).not.toBe('create');
        },
      ),
    );
  });

  it('knows people by issuer and subject whatever else is said', () => {
    expect(decideIdentity({ email: null, emailVerified: false, trusted: false }, true, owner, false)).toBe('sign-in');
  });

  it('makes people only where it may', () => {
    expect(decideIdentity(proven, false, null, false)).toBe('closed');
    expect(decideIdentity(proven, false, null, true)).toBe('create');
    expect(decideIdentity({ ...proven, email: null }, false, null, true)).toBe('no-email');
  });

  it('lets a proof win over an unproven address, and only over that', () => {
    expect(decideIdentity(proven, false, { ...owner, verified: false }, false)).toBe('take-over');
    expect(decideIdentity(proven, false, owner, false)).toBe('link');
  });
});

describe('callerGroup', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is %s', (ip, group) => {
    expect(callerGroup(ip)).toBe(group);
  });
});

describe('what comes from elsewhere', () => {
  it('is kept only when a row can hold it', () => {
    expect(['', 'x'.repeat(256), 'a\u0000b', '\ud800', 7, null, undefined].map(isSubject)).toEqual(
      Array(7).fill(false),
    );
    expect(['a', 'x'.repeat(255), 'ä|1'].map(isSubject)).toEqual([true, true, true]);
    expect(foreignName(' Anna\r\nBcc: x\u0000 ')).toBe('Anna Bcc: x');
    expect([foreignName('\u0000'), foreignName(7)]).toEqual([null, null]);
  });
});

describe('isRecent', () => {
  it('holds for ten minutes', () => {
    const now = Date.now();
    expect([isRecent(now - 599_999, now), isRecent(now - 600_000, now)]).toEqual([true, false]);
  });
});
