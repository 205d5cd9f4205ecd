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

/** How well a command or a page matches: its title, or title and search terms together, by the beginnings of words. */
export function commandScore(title: string, also: string, typed: string): number {
  const beginnings = { inside: false };
  return matchScore(title, typed, beginnings) * 2 || matchScore(`${title} ${also}`, typed, beginnings);
}

/** The best first: names that begin with the text, then those with a word that does, then the others as they came. */
export function rankByName<T>(rows: readonly T[], nameOf: (row: T) => string, typed: string): T[] {
  return rows
    .map((row) => ({ row, score: matchScore(nameOf(row), typed) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ row }) => row);
}
