/** A place in a call's input, and what is wrong there. */
export type UnusableInput = { path: string[]; msg: string };

/** Deeper than anything that the contract has: schemas and handlers walk what they get. */
const mostDepth = 40;

const unstorable = 'Contains characters that can’t be stored.';

/**
 * What no route takes, wherever it stands: text that PostgreSQL cannot store (NUL, half of a surrogate pair), in names of
 * fields too, and values nested too deep.
 * @param value parsed from JSON, a query or a path
 */
export function findUnusableInput(value: unknown, depth = 0): UnusableInput | null {
  if (typeof value === 'string') return isStorable(value) ? null : { path: [], msg: unstorable };
  if (typeof value !== 'object' || value === null) return null;
  if (depth === mostDepth) return { path: [], msg: 'This is nested too deep.' };
  for (const [name, inner] of Object.entries(value)) {
    if (!isStorable(name)) return { path: [], msg: unstorable };
    const found = findUnusableInput(inner, depth + 1);
    if (found !== null) return { ...found, path: [name, ...found.path] };
  }
  return null;
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}
