import { describe, expect, test } from 'vitest';
import { Pace } from './pace.ts';

describe('Pace', () => {
  test('never exceeds the cap in any second', () => {
    const pace = new Pace(80, 0);
    const sent: number[] = [];
    for (let now = 0; now < 10_000; now++) {
      const count = pace.available(now);
      pace.take(count);
      for (let n = 0; n < count; n++) sent.push(now);
    }
    expect(sent.length).toBeGreaterThan(770);
    for (const start of sent) {
      expect(sent.filter((at) => at >= start && at < start + 1_000).length).toBeLessThanOrEqual(80 + 8);
    }
  });

  test('starts with at most a full bucket when idle', () => {
    expect(new Pace(1_000, 0).available(60_000)).toBe(12);
    expect(new Pace(80, 0).available(60_000)).toBe(8);
  });

  test('slows down on request and recovers', () => {
    const pace = new Pace(100, 0);
    pace.slowDown();
    const through = (from: number, to: number) => {
      let total = 0;
      for (let now = from; now < to; now += 5) {
        const count = pace.available(now);
        pace.take(count);
        total += count;
      }
      return total;
    };
    expect(through(0, 1_000)).toBeLessThan(70);
    through(1_000, 10_000);
    expect(through(10_000, 11_000)).toBeGreaterThan(90);
  });

  test('keeps up the pace when answers are slow', () => {
    const pace = new Pace(1_000, 0);
    expect(pace.bound()).toBe(78);
    expect(new Pace(80, 0).bound()).toBe(32);
    for (let n = 0; n < 100; n++) pace.answered(300);
    expect(pace.bound()).toBe(371);
    for (let n = 0; n < 300; n++) pace.answered(3_000);
    expect(pace.bound()).toBe(400);
  });
});
