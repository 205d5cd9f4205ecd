import { nameOf, parsePath } from './attribute-path.ts';
import { ScimError } from './scim-error.ts';

/** All of these hold: values by the name of the attribute. */
export type Filter = ReadonlyMap<string, string | boolean | null>;

const longest = 1_000;
const comparison = /^\s*([^\s"[\]]+(?:\[[^\]]{1,200}\])?[^\s"]*)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false|null)\s*/i;
const and = /^and\s+/i;

/**
 * `userName eq "ada@example.com"`, and several joined by `and`, which is what providers ask for.
 * https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.2
 * @returns null when two comparisons exclude each other
 * @throws ScimError invalidFilter
 */
export function parseFilter(text: string | undefined): Filter | null {
  const found = new Map<string, string | boolean | null>();
  let rest = text ?? '';
  if (rest.length > longest) throw invalidFilter('The filter is too long.');
  let excluded = false;
  while (rest !== '') {
    const [whole, path = '', literal = ''] = comparison.exec(rest) ?? [];
    const parsed = parsePath(path);
    if (whole === undefined || parsed === null) {
      throw invalidFilter('Compare attributes by eq, joined by and: userName eq "ada@example.com".');
    }
    const value = literalOf(literal);
    const name = nameOf(parsed);
    excluded ||= found.has(name) && found.get(name) !== value;
    found.set(name, value);
    rest = rest.slice(whole.length);
    if (rest === '') break;
    if (!and.test(rest)) throw invalidFilter('Join comparisons by and.');
    rest = rest.replace(and, '');
    if (rest === '') throw invalidFilter('A comparison is missing after and.');
  }
  return excluded ? null : found;
}

function literalOf(text: string): string | boolean | null {
  try {
    return JSON.parse(text.startsWith('"') ? text : text.toLowerCase()) as string | boolean | null;
  } catch {
    throw invalidFilter('A text in the filter has an escape that JSON doesn’t know.');
  }
}

/**
 * The texts that a filter compares, by what they are called here.
 * @param names of attributes that can be compared; several may mean the same
 * @returns null when they exclude each other
 * @throws ScimError invalidFilter for another attribute
 */
export function textsOf<K extends string>(
  filter: Filter,
  names: Readonly<Record<string, K>>,
): Partial<Record<K, string>> | null {
  const texts: Partial<Record<K, string>> = {};
  for (const [name, value] of filter) {
    const known = Object.hasOwn(names, name) ? names[name] : undefined;
    if (known === undefined)
      throw invalidFilter(`${name} can’t be compared. Compare ${Object.keys(names).join(', ')}.`);
    const text = String(value ?? '');
    if (texts[known] !== undefined && texts[known] !== text) return null;
    texts[known] = text;
  }
  return texts;
}

function invalidFilter(detail: string): ScimError {
  return new ScimError(400, detail, 'invalidFilter');
}
