import { describe, expect, test } from 'vitest';
import { inDaytime } from './daytime.ts';

const agos = [0, 10, 34, 300, 1_000, 1_400, 1_440, 2_000, 4_320, 90_000];

describe.each([3 * 60, 9 * 60, 13 * 60, 18 * 60, 23 * 60 + 59])('at minute %d of the day', (minute) => {
  const moved = agos.map((ago) => inDaytime(ago, minute));

  test('all moments are of the working day', () => {
    for (const ago of moved) {
      const at = (((minute - ago) % 1_440) + 1_440) % 1_440;
      expect(at).toBeGreaterThanOrEqual(9 * 60);
      expect(at).toBeLessThanOrEqual(18 * 60);
    }
  });

  test('order stays, and who wrote in the last 24 hours', () => {
    expect(moved).toEqual(moved.toSorted((one, other) => one - other));
    expect(moved.map((ago) => ago < 1_440)).toEqual(agos.map((ago) => ago < 1_440));
  });
});
