/**
 * How well words fit what is typed: every part of it must begin a word (3 for the first word, 2 for a later one) or stand
 * inside one (1). @returns the sum, or 0 when a part is not there at all
 */
export function matchScore(words: string, typed: string): number {
  const have = fold(words).split(/[\s/-]+/);
  let score = 0;
  for (const part of fold(typed).split(/\s+/).filter(Boolean)) {
    const begins = have.findIndex((word) => word.startsWith(part));
    const inside = have.some((word) => word.includes(part));
    if (begins === -1 && !inside) return 0;
    score += begins === 0 ? 3 : begins > 0 ? 2 : 1;
  }
  return score;
}

/** Lower case without accents: who types `celine` means Céline. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}
