import { expect, test } from 'vitest';
import { decodeNameCursor, decodeTimeCursor, encodeCursor, pageOf } from './cursor.ts';

const id = '0190a0b0-0000-7000-8000-000000000001';

test('a name cursor decodes to its position', () => {
  expect(decodeNameCursor(undefined)).toBeNull();
  expect(decodeNameCursor(encodeCursor(['Ana', id]))).toEqual({ name: 'Ana', id });
});

test.each([
  'not base64 of anything',
  encodeCursor(['Ana']),
  encodeCursor(['Ana', 'no id']),
  encodeCursor(['A\u0000na', id]),
  encodeCursor([1, id]),
])('rejects the name cursor %s', (cursor) => {
  expect(() => decodeNameCursor(cursor)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
});

test('rejects a time cursor without a time', () => {
  expect(() => decodeTimeCursor(encodeCursor(['Ana', id]))).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  );
});

test('only a full page has a next cursor', () => {
  const partsOf = (row: string) => [row, id];
  expect(pageOf(['a', 'b'], 2, partsOf)).toEqual({ shown: ['a', 'b'], next: null });
  expect(pageOf(['a', 'b', 'c'], 2, partsOf)).toEqual({ shown: ['a', 'b'], next: encodeCursor(['b', id]) });
  expect(pageOf([], 2, partsOf)).toEqual({ shown: [], next: null });
});
