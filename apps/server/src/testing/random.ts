import fc from 'fast-check';

/**
 * Numbers from 0 to below 1 (mulberry32) that decide the course of a test: the same ones in each run, or those of TEST_SEED,
 * like the inputs of fast-check.
 */
export function testRandom(): () => number {
  let state = (fc.readConfigureGlobal().seed ?? 0) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
