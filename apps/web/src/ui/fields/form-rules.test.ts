import { describe, expect, test } from 'vitest';
import { ApiError } from '../../platform/errors.ts';
import { sortServerErrors } from '../use-form.ts';
import { fileRule, limitText, sizeText } from './file-rules.ts';

const refusal = (data: { field: string; msg: string }[]) =>
  new ApiError({
    status: 422,
    code: 'validation_failed',
    message: 'No.',
    data,
    requestId: 'r',
    retryAfterSeconds: null,
  });

describe('the server’s messages', () => {
  test('are shown at their fields, the first of the others above the form', () => {
    const error = refusal([
      { field: 'phone_number', msg: 'Taken.' },
      { field: 'phone_number', msg: 'Second words.' },
      { field: 'elsewhere', msg: 'Not a field here.' },
    ]);
    expect(sortServerErrors(error, ['phone', 'name'], { phone_number: 'phone' })).toEqual({
      byField: { phone: 'Taken.' },
      rest: 'Not a field here.',
    });
  });

  test('are absent when there was no response', () => {
    expect(sortServerErrors(new Error('x'), ['name'])).toEqual({ byField: {}, rest: null });
  });
});

describe('files', () => {
  const file = (name: string, type: string, size: number) => ({ name, type, size });

  test('stay at their field or name it', () => {
    const csv = file('people.CSV', 'text/csv', 10);
    const image = file('photo.png', 'image/png', 10);
    const large = file('all.csv', 'text/csv', 101);
    const sorted = fileRule([csv, image, large, csv], { accept: '.csv,.xlsx', maxBytes: 100, room: 1 });
    expect(sorted).toEqual({ fine: [csv], tooLarge: [large], wrongKind: [image], tooMany: 1 });
    expect(fileRule([image], { accept: 'image/*', maxBytes: 100, room: 5 }).fine).toEqual([image]);
  });

  test.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [212_400, '212 kB'],
    [4_210_000, '4.2 MB'],
  ])('%d is formatted as %s', (bytes, words) => {
    expect(sizeText(bytes, 'en')).toBe(words);
  });

  test.each([
    [100 * 1024 * 1024, '100 MB'],
    [5 * 1024 * 1024, '5 MB'],
    [500 * 1024, '500 kB'],
    [1024 * 1024, '1 MB'],
  ])('a limit of %d is formatted as %s', (bytes, words) => {
    expect(limitText(bytes, 'en')).toBe(words);
  });
});
