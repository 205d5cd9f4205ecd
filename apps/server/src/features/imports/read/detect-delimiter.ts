import { type Delimiter, FileProblem } from './detect.ts';
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

/** Of the first rows; none where quotes make no sense with this separator. */
function widthsOf(text: string, delimiter: Delimiter): number[] {
  try {
    return firstRows(text, delimiter, linesToTry).map((row) => row.length);
  } catch (error) {
    if (error instanceof FileProblem) return [];
    throw error;
  }
}

function scoreOf(text: string, delimiter: Delimiter): number {
  const widths = widthsOf(text, delimiter);
  const common = widths.reduce((most, width) => Math.max(most, widths.filter((other) => other === width).length), 0);
  const usual = widths.find((width) => widths.filter((other) => other === width).length === common) ?? 1;
  return usual < 2 ? 0 : (common / widths.length) * 100 + Math.min(usual, 50);
}
