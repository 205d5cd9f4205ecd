import type { Role } from '@parley/contract/types';
import { describe, expect, test } from 'vitest';
import { safeNext } from '../platform/addresses.ts';
import type { SessionState } from '../platform/session.ts';
import { decideAdmission } from './guard.ts';

const nobody: SessionState = { status: 'signed-out' };
const signedIn = (client_id: string | null, role: Role | null): SessionState => ({
  status: 'active',
  account: `${client_id ?? 'none'}:u`,
  claims: { uid: 'u', sid: 's', client_id, role },
});

describe('the guard', () => {
  test.each([
    ['open', nobody, 'enter'],
    ['member', nobody, 'sign-in'],
    ['admin', nobody, 'sign-in'],
    ['open', signedIn(null, null), 'enter'],
    ['member', signedIn(null, null), 'set-up'],
    ['member', signedIn('c', null), 'sign-in'],
    ['member', signedIn('c', 'User'), 'enter'],
    ['admin', signedIn('c', 'User'), 'refuse'],
    ['admin', signedIn('c', 'Admin'), 'enter'],
    ['admin', signedIn('c', 'Owner'), 'enter'],
  ] as const)('%s, %o: %s', (entry, session, kind) => {
    expect(decideAdmission(entry, session, '/x?y=1').kind).toBe(kind);
  });

  test('keeps the requested URL', () => {
    expect(decideAdmission('member', nobody, '/contacts?q=a#b')).toEqual({ kind: 'sign-in', next: '/contacts?q=a#b' });
  });
});

describe('the page after sign-in', () => {
  test.each([
    ['/contacts?q=a#b', '/contacts?q=a#b'],
    ['https://evil.example/', null],
    ['//evil.example/', null],
    ['/\\evil.example', null],
    ['/./\\evil.example', null],
    ['javascript:alert(1)', null],
    ['/login?next=/login', null],
    ['/logout', null],
    ['/loggedin-redirect', null],
    ['', null],
    [undefined, null],
  ])('%s → %s', (next, expected) => {
    expect(safeNext(next)).toBe(expected);
  });
});
