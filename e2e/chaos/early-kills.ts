import type { Random } from './random.ts';

/**
 * Of this many kills of one kind, one comes before the server is ready again; every run of 25 kills has one of each.
 */
const oneEarlyOf = 8;

/** Chance decides which of eight kills of a kind is the early one, not whether there is one. */
export class EarlyKills {
  readonly #random: Random;
  /** The remaining ones of the current eight of each kind. */
  readonly #left = new Map<string, boolean[]>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** Whether the next kill of this kind does not wait until the server is ready. */
  isNext(victim: string): boolean {
    const left = this.#left.get(victim) ?? [];
    if (left.length === 0) {
      const early = Math.floor(this.#random.next() * oneEarlyOf);
      left.push(...Array.from({ length: oneEarlyOf }, (_none, place) => place === early));
    }
    this.#left.set(victim, left);
    return left.pop() === true;
  }
}
