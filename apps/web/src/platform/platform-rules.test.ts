import { describe, expect, test } from 'vitest';
import { tokenWith } from '../testing/token-with.ts';
import { readClaims } from './claims.ts';
import { apiUrl } from './config.ts';
import { ApiError, NotAuthorizedError, PageNotFoundError, pageStatusOf } from './errors.ts';
import { uuidv7 } from './id.ts';
import { accountValues, memoryStorage } from './storage.ts';

const token = tokenWith;

describe('claims', () => {
  test('are read without trusting their shape', () => {
    expect(readClaims(token({ uid: 'ü', sid: 's', client_id: 'c', role: 'Admin' }))).toEqual({
      uid: 'ü',
      sid: 's',
      client_id: 'c',
      role: 'Admin',
    });
    expect(readClaims(token({ uid: 'u', role: 'King' }))).toEqual({ uid: 'u', sid: '', client_id: null, role: null });
    expect(readClaims(token({ sid: 's' }))).toBeNull();
    expect(readClaims('not a token')).toBeNull();
    expect(readClaims('a.%%%.c')).toBeNull();
  });
});

describe('URLs of calls', () => {
  test.each([
    ['/api', '/api/threads'],
    ['https://parley.example/api/', 'https://parley.example/api/threads'],
    ['', '/api/threads'],
    ['https://parley.example', 'https://parley.example/api/threads'],
  ])('%s → %s', (base, expected) => {
    expect(apiUrl(base, '/api/threads')).toBe(expected);
  });
});

describe('error pages', () => {
  const refusal = (status: number) =>
    new ApiError({ status, code: 'forbidden', message: '', data: [], requestId: null, retryAfterSeconds: null });

  test('a missing permission shows the 401 page, an unknown URL the 404 page, anything else its status', () => {
    expect(pageStatusOf(refusal(403))).toBe(401);
    expect(pageStatusOf(new NotAuthorizedError())).toBe(401);
    expect(pageStatusOf(new PageNotFoundError('/nope'))).toBe(404);
    expect(pageStatusOf(refusal(503))).toBe(503);
    expect(pageStatusOf('whatever')).toBe(500);
  });

  test('an unknown URL is named', () => {
    expect(new PageNotFoundError('/nope/there').message).toBe('Page Not Found /nope/there');
  });
});

describe('ids', () => {
  test('are version 7 and sort by time', () => {
    const ids = [1_800_000_000_000, 1_800_000_000_001, 1_900_000_000_000].map((now) => uuidv7(now));
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids.toSorted()).toEqual(ids);
    expect(Number.parseInt((ids[0] ?? '').replaceAll('-', '').slice(0, 12), 16)).toBe(1_800_000_000_000);
  });
});

describe('values of an account', () => {
  test('are separate', () => {
    const storage = memoryStorage();
    const one = accountValues(storage, 'c1:u');
    const other = accountValues(storage, 'c2:u');
    one.write('draft', { text: 'a' });
    other.write('draft', { text: 'b' });
    one.clear();
    expect(one.read('draft')).toBeNull();
    expect(other.read('draft')).toEqual({ text: 'b' });
  });
});
