/** A random source with a seed: moments and victims of a run can be reproduced (their effects cannot). */
export type Random = {
  /** 0 ≤ x < 1. */
  next(): number;
  between(least: number, most: number): number;
  pick<T>(choices: readonly T[]): T;
};

/** The generator is mulberry32: 32 bits of state, good enough here. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    pick<T>(choices: readonly T[]): T {
      const choice = choices[Math.floor(next() * choices.length)];
      if (choice === undefined) throw new Error('nothing to pick from');
      return choice;
    },
  };
}
