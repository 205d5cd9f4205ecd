import { describe, expect, test } from 'vitest';
import { Pace } from './pace.ts';

/** Sends as much as it may for ten seconds. @returns when each message arrived at the provider, in order */
function arrivalsOf(pace: Pace, wayMs: () => { there: number; back: number }, until = 10_000): number[] {
  const arrivals: number[] = [];
  const answers: { at: number; tookMs: number }[] = [];
  for (let now = 0; now < until; now++) {
    for (const { at, tookMs } of answers.filter((answer) => answer.at === now)) pace.answered(at, tookMs);
    const count = pace.available(now);
    pace.take(count);
    for (let n = 0; n < count; n++) {
      const { there, back } = wayMs();
      arrivals.push(now + there);
      answers.push({ at: now + there + back, tookMs: there + back });
    }
  }
  return arrivals.sort((a, b) => a - b);
}

function mostInASecond(arrivals: readonly number[]): number {
  return Math.max(...arrivals.map((from) => arrivals.filter((at) => at >= from && at < from + 1_000).length));
}

/** The same numbers in every run. */
function steadyRandom(): () => number {
  let seed = 1;
  return () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
}

// https://developers.facebook.com/docs/whatsapp/cloud-api/overview#throughput
describe('Pace', () => {
  test.each([4, 10, 20, 80, 250, 1_000])(
    'at %i a second no second brings more to the provider, and few less',
    (cap) => {
      const random = steadyRandom();
      const arrivals = arrivalsOf(new Pace(cap, 0), () => ({
        there: 5 + Math.floor(random() * 10),
        back: 20 + Math.floor(random() * 20),
      }));
      expect(mostInASecond(arrivals)).toBeLessThanOrEqual(cap);
      expect(arrivals.length).toBeGreaterThanOrEqual(9.5 * cap);
    },
  );

  test('messages that take longer to arrive, as on new connections, count from their arrival', () => {
    let n = 0;
    const arrivals = arrivalsOf(new Pace(80, 0), () => ({ there: n++ < 40 ? 300 : 5, back: 10 }));
    expect(mostInASecond(arrivals)).toBeLessThanOrEqual(80);
  });

  test('whoever goes on with a number lets the second of the one before pass', () => {
    const [first] = arrivalsOf(new Pace(80, 0, 700), () => ({ there: 5, back: 5 }));
    expect(first).toBe(705);
  });

  test('another limit does not forget what left before', () => {
    const pace = new Pace(1_000, 0);
    const way = () => ({ there: 1, back: 1 });
    expect(arrivalsOf(pace, way, 200).length).toBeGreaterThan(150);
    pace.setCap(80);
    expect(pace.available(500)).toBe(0);
  });

  test('starts with at most a full bucket when idle', () => {
    expect(new Pace(1_000, 0).available(60_000)).toBe(150);
    expect(new Pace(80, 0).available(60_000)).toBe(12);
    expect(new Pace(2, 0).available(60_000)).toBe(1);
  });

  test('slows down on request and recovers', () => {
    const pace = new Pace(100, 0);
    pace.slowDown();
    const arrivals = arrivalsOf(pace, () => ({ there: 5, back: 5 }), 11_000);
    const within = (from: number) => arrivals.filter((at) => at >= from && at < from + 1_000).length;
    expect(within(0)).toBeLessThan(70);
    expect(within(9_500)).toBeGreaterThan(90);
  });

  test('keeps up the pace when answers are slow', () => {
    const pace = new Pace(1_000, 0);
    expect(pace.bound()).toBe(80);
    expect(new Pace(80, 0).bound()).toBe(32);
    for (let n = 0; n < 100; n++) pace.answered(0, 300);
    expect(pace.bound()).toBe(380);
    for (let n = 0; n < 300; n++) pace.answered(0, 3_000);
    expect(pace.bound()).toBe(400);
  });
});
