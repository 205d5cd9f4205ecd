import type { Delimiter } from './detect.ts';
import { firstRows, namedDelimiter } from './read-table.ts';

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];
const linesToTry = 30;

/** The one that the first line names, else the one that cuts the first lines into the most columns of the same number. */
export function detectDelimiter(text: string): Delimiter {
  const named = namedDelimiter(text);
  if (named !== null) return named;
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of delimiters) {
    const score = scoreOf(text, delimiter);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function scoreOf(text: string, delimiter: Delimiter): number {
  const widths = firstRows(text, delimiter, linesToTry).map((row) => row.length);
  const common = widths.reduce((most, width) => Math.max(most, widths.filter((other) => other === width).length), 0);
  const usual = widths.find((width) => widths.filter((other) => other === width).length === common) ?? 1;
  return usual < 2 ? 0 : (common / widths.length) * 100 + Math.min(usual, 50);
}
