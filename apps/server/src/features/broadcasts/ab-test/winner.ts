import type { AbResult, AbTest, AbVariant } from '@parley/contract/types';
import type { AbCount } from '../core/repo.ts';

/** Of a variant fewer than this say nothing. */
export const fewestSent = 10;

/** How many of a variant were sent to, and of these how many read, replied or tapped. */
export type AbFigures = { a_of: number; a: number; b_of: number; b: number };
export type AbDecision = { winner: AbVariant; why: NonNullable<AbResult['why']> };

const triedStates = ['SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN', 'CAPPED'];
const stateOf = { read: 'READ', replied: 'REPLIED', tapped: 'TAPPED' } as const;

/** @param measure what counts as a success; null: nothing does, a member decides */
export function figuresOf(counts: readonly AbCount[], rule: AbTest['winner']): AbFigures {
  const sum = (variant: AbVariant, states: readonly string[]) =>
    counts
      .filter((count) => count.variant === variant && !count.rest && states.includes(count.state))
      .reduce((all, { n }) => all + n, 0);
  const hits = rule === 'ask' ? [] : [stateOf[rule]];
  return {
    ...{ a_of: sum('A', triedStates), a: sum('A', hits) },
    ...{ b_of: sum('B', triedStates), b: sum('B', hits) },
  };
}

/**
 * The variant that the rest gets by the rule.
 * @param inactive variants whose template cannot be sent now
 */
export function decide({ a_of, a, b_of, b }: AbFigures, inactive: readonly AbVariant[]): AbDecision {
  if (inactive.length === 1) return { winner: inactive[0] === 'A' ? 'B' : 'A', why: 'template' };
  if (a_of < fewestSent || b_of < fewestSent || a + b === 0) return { winner: 'A', why: 'too_few' };
  // Compared without division, so that equal rates are equal.
  const difference = a * b_of - b * a_of;
  if (difference === 0) return { winner: 'A', why: 'tie' };
  return { winner: difference > 0 ? 'A' : 'B', why: 'rate' };
}
