import { foldText } from '@parley/contract/fold-text';

/**
 * How well words match the typed text: every part of it must begin a word (3 for the first word, 2 for a later one)
 * or be inside one (1, unless `inside` is false).
 * @returns the sum, or 0 when a part does not match
 */
export function matchScore(words: string, typed: string, { inside: matchesInside = true } = {}): number {
  const have = foldText(words).split(/[\s/-]+/);
  let score = 0;
  for (const part of foldText(typed).split(/\s+/).filter(Boolean)) {
    const begins = have.findIndex((word) => word.startsWith(part));
    const inside = matchesInside && have.some((word) => word.includes(part));
    if (begins === -1 && !inside) return 0;
    score += begins === 0 ? 3 : begins > 0 ? 2 : 1;
  }
  return score;
}
