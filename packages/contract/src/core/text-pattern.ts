/** A text of the catalogue with values: the pieces around them, and which value follows each piece but the last. */
export type Pattern = { pieces: string[]; values: number[] };

/** `{0}`, also between the braces of a variable (`{{{0}}}`); `{{1}}` is a variable that is written out. */
const placeholder = /(?<!\{)(\{\{)?\{(\d+)\}(\}\})?(?!\})/g;

/** @returns null for a text without values */
export function patternOf(key: string): Pattern | null {
  const pieces = [''];
  const values: number[] = [];
  let end = 0;
  for (const { 0: whole, 1: open = '', 2: value = '', 3: close = '', index } of key.matchAll(placeholder)) {
    pieces[pieces.length - 1] += key.slice(end, index) + open;
    pieces.push(close);
    values.push(Number(value));
    end = index + whole.length;
  }
  pieces[pieces.length - 1] += key.slice(end);
  return values.length === 0 ? null : { pieces, values };
}

/** How many characters of a text a pattern fixes: of several that fit, the one that fixes most is meant. */
export function fixedLength({ pieces }: Pattern): number {
  return pieces.reduce((length, piece) => length + piece.length, 0);
}

/** The values of a text that fits, found from left to right in linear time; null: it does not fit. */
export function matchPattern({ pieces, values }: Pattern, text: string): Map<number, string> | null {
  const [first = '', ...rest] = pieces;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return null;
  const inner = text.slice(0, text.length - last.length);
  const found = new Map<number, string>();
  let from = first.length;
  for (const [n, piece] of rest.entries()) {
    const at = inner.indexOf(piece, from);
    if (at === -1) return null;
    found.set(values[n] ?? 0, inner.slice(from, at));
    from = at + piece.length;
  }
  return found.set(values.at(-1) ?? 0, inner.slice(from));
}

/** `{0, plural, one {# Zeichen} other {# Zeichen}}`; the choices have no braces. */
const plural = /\{(\d+), plural,((?:\s*[=\w]+\s*\{[^{}]*\})+)\s*\}/g;
const choice = /([=\w]+)\s*\{([^{}]*)\}/g;

/** A translation with its values filled in. */
export function fillIn(translation: string, language: string, values: ReadonlyMap<number, string>): string {
  const chosen = translation.replaceAll(plural, (_whole, value: string, choices: string) => {
    const given = values.get(Number(value)) ?? '';
    const count = Number(given.replaceAll(/\D/g, ''));
    const texts = new Map([...choices.matchAll(choice)].map(([, name = '', text = '']) => [name, text]));
    const text =
      texts.get(`=${count}`) ?? texts.get(new Intl.PluralRules(language).select(count)) ?? texts.get('other');
    return (text ?? '').replaceAll('#', () => `{${value}}`);
  });
  return chosen.replaceAll(
    placeholder,
    (_whole, open: string | undefined, value: string, close: string | undefined) =>
      `${open ?? ''}${values.get(Number(value)) ?? ''}${close ?? ''}`,
  );
}
