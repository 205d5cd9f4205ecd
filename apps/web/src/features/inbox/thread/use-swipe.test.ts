import { expect, it } from 'vitest';
import { moved } from '../composer/use-attachments.ts';
import { swipeOf } from './use-swipe.ts';

it('follows a finger in reading direction, and leaves the others to the page', () => {
  expect(swipeOf(5, 2, false)).toBe('none');
  expect(swipeOf(40, 10, false)).toBe(40);
  expect(swipeOf(300, 10, false)).toBe(88);
  expect(swipeOf(20, 40, false)).toBe('scroll');
  expect(swipeOf(-40, 0, false)).toBe('scroll');
  expect(swipeOf(-40, 0, true)).toBe(40);
});

it('moves a file of the next message by one place', () => {
  const files = ['a', 'b', 'c'].map((key) => ({ key }));
  const order = (key: string, step: 1 | -1) =>
    moved(files, key, step)
      .map((file) => file.key)
      .join('');
  expect([order('a', 1), order('c', -1), order('a', -1), order('c', 1), order('x', 1)]).toEqual([
    'bac',
    'acb',
    'abc',
    'abc',
    'abc',
  ]);
});
