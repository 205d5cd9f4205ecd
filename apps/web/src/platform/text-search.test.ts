import { foldText } from '@parley/contract/fold-text';
import { describe, expect, test } from 'vitest';
import { matchScore } from '../ui/commands/match.ts';
import { matchesNameOrNumber } from './text-search.ts';

const ines = { name: 'Inês Weiß', phone_number: '447700900634', username: 'ines.w' };

describe('a contact on this device', () => {
  test.each([
    'ines',
    'INÊS',
    'in',
    'nes w',
    'weiss',
    'ines.w',
    '900634',
    '07700 900634',
    '+44 7700',
    '0044 7700',
    '٧٧٠٠ ٩٠٠٦٣٤',
    '\u202a+44\u00a07700\u202c',
    '44',
  ])('is found by %s', (typed) => {
    expect(matchesNameOrNumber(ines, typed)).toBe(true);
  });
  test.each(['es', 'bruno', '900635', '00'])('is not found by %s', (typed) => {
    expect(matchesNameOrNumber(ines, typed)).toBe(false);
  });
  test('is not found by a number that is hidden', () => {
    expect(matchesNameOrNumber({ ...ines, phone_number: null }, '900634')).toBe(false);
  });
});

test('is not found by a masked number', () => {
  expect(['李雷', 'がくと', '한글', 'ΟΔΥΣΣΕΥΣ', 'Łódź'].map(foldText)).toEqual([
    '李雷',
    'がくと',
    '한글',
    'οδυσσευσ',
    'lodz',
  ]);
});

test('a command does not match letters inside one of its words', () => {
  expect(matchScore('Business settings', 'Inês', { inside: false })).toBe(0);
  expect(matchScore('Business settings', 'set', { inside: false })).toBeGreaterThan(0);
});
