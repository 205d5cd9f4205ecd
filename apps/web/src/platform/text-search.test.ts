import { foldText } from '@parley/contract/fold-text';
import { describe, expect, test } from 'vitest';
import { commandScore, rankByName } from '../ui/commands/match.ts';
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
  expect(commandScore('Business settings', '', 'Inês')).toBe(0);
  expect(commandScore('Business settings', '', 'set')).toBeGreaterThan(0);
});

test('ranks names that begin with the text first, then those with a word that does, and keeps the order of the rest', () => {
  const names = ['Aisha Kamara', 'Ben Amara', 'Tamara Ito', 'Amára Okafor', '佐藤'];
  const rank = (typed: string) => rankByName(names, (name) => name, typed);
  expect(rank('amara')).toEqual(['Amára Okafor', 'Ben Amara', 'Aisha Kamara', 'Tamara Ito', '佐藤']);
  expect(rank('佐')[0]).toBe('佐藤');
  expect(rank('0770')).toEqual(names);
});

test('finds a page by its title before its search terms, and by words of both together', () => {
  const score = (typed: string) => commandScore('Working hours', 'opening hours, holidays', typed);
  expect(score('working')).toBeGreaterThan(score('holidays'));
  expect(score('opening hours')).toBeGreaterThan(0);
  expect(score('working holidays')).toBeGreaterThan(0);
  expect(score('pening')).toBe(0);
});
