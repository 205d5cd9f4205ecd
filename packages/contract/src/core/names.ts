import { isVisible } from './visible-text.ts';

/** Scripts whose letters join or stack, and that say with a joiner how. https://www.unicode.org/reports/tr31/#Layout_and_Format_Control_Characters */
const joining = [
  ...['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil'],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Tibetan', 'Myanmar', 'Khmer'],
]
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('');

/** What is not seen by itself and says how what stands beside it is drawn. */
const kept = [
  String.raw`(?<=[${joining}])[\u200C\u200D](?=[${joining}])`,
  // https://www.unicode.org/reports/tr51/#Emoji_Sequences
  String.raw`(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
  String.raw`(?<=\u{1F3F4})[\u{E0020}-\u{E007E}]{1,30}\u{E007F}`,
  // https://www.unicode.org/reports/tr37/
  String.raw`(?<=[\p{Unified_Ideograph}\p{scx=Mongolian}\p{scx=Myanmar}])[\u180B-\u180D\u180F\uFE00-\uFE0D\u{E0100}-\u{E01EF}]`,
].join('|');
const unseen = new RegExp(String.raw`(${kept})|[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFB]`, 'gu');
const blanks = /[\t-\r\p{Z}\u0085\u2800]+/gu;

/**
 * A name as it is saved: in one line with single blanks, accents joined to their letters (NFC), without what nobody
 * sees, such as zero-width characters and signs of direction. What emoji and joining scripts need stays.
 * @returns '' for a name without a character that can be seen
 */
export function cleanName(text: string): string {
  if (!isVisible(text)) return '';
  return text
    .normalize('NFC')
    .replaceAll(blanks, ' ')
    .replaceAll(unseen, '$1')
    .normalize('NFC')
    .replaceAll(/ +/g, ' ')
    .trim();
}

const unseenInKeys = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/**
 * What two names have in common that people take for the same: width, ligatures and other compatibility forms (NFKC),
 * case, and what nobody sees. Accents tell names apart. Equal to `name_key` in the database.
 */
export function nameKey(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(blanks, ' ')
    .replaceAll(unseenInKeys, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
    .replaceAll(/ +/g, ' ')
    .trim();
}

/** How many characters a name has: code points, as JSON Schema and PostgreSQL count. */
export function nameLength(name: string): number {
  let length = 0;
  for (const _character of name) length++;
  return length;
}

/** The beginning of a name that comes from elsewhere, cleaned. @param most characters, as `nameLength` counts */
export function cutName(text: string, most: number): string {
  return [...cleanName(text.slice(0, most * 8))].slice(0, most).join('').trim();
}
