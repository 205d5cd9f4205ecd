import { expect, it } from 'vitest';
import { rowGestureOf } from './row-gesture.ts';

const kindOf = (dx: number, dy: number, { rtl = false, atTop = false } = {}) => {
  const gesture = rowGestureOf(dx, dy, rtl, atTop);
  return typeof gesture === 'string' ? gesture : `${gesture.kind}${gesture.enough ? '' : ' begun'}`;
};

it('a row is done in reading direction and assigned against it', () => {
  expect([kindOf(40, 3), kindOf(90, 20), kindOf(-40, 3), kindOf(-90, 20)]).toEqual([
    'done begun',
    'done',
    'assign begun',
    'assign',
  ]);
  expect([kindOf(90, 0, { rtl: true }), kindOf(-90, 0, { rtl: true })]).toEqual(['assign', 'done']);
});

it('scrolling is never taken for a swipe, and a finger that trembles does nothing', () => {
  expect([kindOf(30, 31), kindOf(-30, -31), kindOf(0, 200), kindOf(6, -7)]).toEqual([
    'scroll',
    'scroll',
    'scroll',
    'none',
  ]);
});

it('only a list that is at its top is pulled, and only down', () => {
  expect([kindOf(0, 60, { atTop: true }), kindOf(10, 150, { atTop: true }), kindOf(0, -60, { atTop: true })]).toEqual([
    'refresh begun',
    'refresh',
    'scroll',
  ]);
});
