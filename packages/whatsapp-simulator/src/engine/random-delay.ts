import { randomInt } from 'node:crypto';
import type { Range } from '../control-types.ts';

/** A whole number of milliseconds in the range, both ends included. */
export function randomDelayMs([least, most]: Range): number {
  return most <= least ? least : randomInt(least, most + 1);
}
