/** One broadcast takes so many; the server refuses more. */
export const mostNumbers = 20_000;

/** What people put between numbers; blanks and brackets belong to them. */
const between = /[\n\r,;\t|]+/;
/** The server takes no longer ones; what is longer is no number. */
const longest = 60;

/**
 * Numbers as they were pasted, one each, in order: a column of a table, a list with commas, several in a row that begin
 * with +. What is no number stays, so that it is seen.
 */
export function splitNumbers(text: string): string[] {
  return text
    .split(between)
    .flatMap((part) => part.split(/\s+(?=\+)|\s{2,}/))
    .map((part) => part.trim().slice(0, longest))
    .filter((part) => part !== '');
}

/** So many are taken of a text, the rest is said to be too many. */
export function takeNumbers(text: string): { numbers: string[]; left: number } {
  const numbers = splitNumbers(text);
  return { numbers: numbers.slice(0, mostNumbers), left: Math.max(0, numbers.length - mostNumbers) };
}
