import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { decideIdentity, decideRefresh, isRecent, isSubject, passwordProblem, providerName } from './rules.ts';

describe('passwordProblem', () => {
  const about = { name: 'Anna Muster', email: 'anna.m@example.com', accounts: ['Kestrel Cycles'] };
  const problemOf = async (password: string) => passwordProblem(password, 8, await commonPasswords(), about);
  it.each([
    ['seven characters', 'k7!mQ2x', 'Use at least 8 characters.'],
    ['nothing', '', 'Use at least 8 characters.'],
    ['a common one', 'password1', 'too common'],
    ['a common one in capitals', 'QWERTYUIOP', 'too common'],
    ['one of the thousands', 'rockstar1', 'too common'],
    ['the address', 'Anna.M@Example.com', 'too close'],
    ['the name', 'anna muster', 'too close'],
    ['the name and a year', 'Muster1987!', 'too close'],
    ['the account', 'kestrelcycles', 'too close'],
    ['the account and digits', 'Kestrel-20261123', 'too close'],
    ['this product', 'parley2026', 'too close'],
    ['this product twice', 'ParleyParley', 'too close'],
  ])('%s is refused', async (_name, password, reason) => {
    expect(await problemOf(password)).toContain(reason);
  });
  it('rejects all of the 3,000 most common passwords', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    const taken = [];
    for (const word of dictionary['passwords-common'].slice(0, 3_000)) {
      if ((await problemOf(word)) === null || (await problemOf(word.toUpperCase())) === null) taken.push(word);
    }
    expect(taken).toEqual([]);
  });
  it.each([
    'correct horse battery',
    'k7!mQ2xz',
    '\u{1F40C}'.repeat(8),
    '        ',
    'parley at the quay',
    'annas own words',
  ])('%j is taken', async (password) => {
    expect(await problemOf(password)).toBeNull();
  });
  it('counts characters, not code units', async () => {
    expect(await problemOf('\u{1F40C}'.repeat(7))).not.toBeNull();
  });
  it('lists no password shorter than any policy allows', async () => {
    const common = [...(await commonPasswords())];
    expect(common.filter((password) => password.length < 6 || password !== password.toLowerCase())).toEqual([]);
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
    expect(decideRefresh(session, true)).toBe(decision);
  });
  it('never renews an ended session', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), (current, in_grace) => {
        expect(decideRefresh({ live: false, current, in_grace }, true)).toBe('refuse');
      }),
    );
  });
});

describe('decideIdentity', () => {
  const known = { email: 'a@example.com', emailVerified: true, trusted: true };
  const owner = { id: 'x', verified: true, otherSubjectOfIssuer: false };

  it('never links by an unverified address', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (emailVerified, trusted, verified, otherSubjectOfIssuer, mayCreate) => {
          const user = { id: 'x', verified, otherSubjectOfIssuer };
          const decision = decideIdentity({ email: 'a@example.com', emailVerified, trusted }, false, user, mayCreate);
          const vouched = emailVerified && trusted && !otherSubjectOfIssuer;
          expect(decision === 'link' || decision === 'take-over').toBe(vouched);
          expect(decision).not.toBe('create');
        },
      ),
    );
  });

  it('identifies users by issuer and subject, whatever else the claims say', () => {
    expect(decideIdentity({ email: null, emailVerified: false, trusted: false }, true, owner, false)).toBe('sign-in');
  });

  it('creates users only where allowed', () => {
    expect(decideIdentity(known, false, null, false)).toBe('closed');
    expect(decideIdentity(known, false, null, true)).toBe('create');
    expect(decideIdentity({ ...known, email: null }, false, null, true)).toBe('no-email');
  });

  it('lets a verified address replace only an unverified one', () => {
    expect(decideIdentity(known, false, { ...owner, verified: false }, false)).toBe('take-over');
    expect(decideIdentity(known, false, owner, false)).toBe('link');
  });
});

describe('values from providers', () => {
  it('are stored only when a column can store them', () => {
    expect(['', 'x'.repeat(256), 'a\u0000b', '\ud800', 7, null, undefined].map(isSubject)).toEqual(
      Array(7).fill(false),
    );
    expect(['a', 'x'.repeat(255), 'ä|1'].map(isSubject)).toEqual([true, true, true]);
    expect(providerName(' Anna\r\nBcc: x\u0000 ')).toBe('Anna Bcc: x');
    expect([providerName('\u0000'), providerName(7)]).toEqual([null, null]);
  });
});

describe('isRecent', () => {
  it('lasts ten minutes', () => {
    const now = Date.now();
    expect([isRecent(now - 599_999, now), isRecent(now - 600_000, now)]).toEqual([true, false]);
  });
});
