/**
 * What says how a text is written, not which: accents, vowel marks and points, tatweel, nukta, the signs that join and
 * direct letters, and the colours of an emoji.
 */
const marks = new RegExp(
  '[\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f' +
    '\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c\\u0cbc' +
    '\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufe00-\\ufe0f\\ufeff\\u{1f3fb}-\\u{1f3ff}]',
  'gu',
);

/** Of each script; its other digits follow (Unicode, general category Nd). */
const zeros = [...'٠۰߀०০੦૦୦௦౦೦൦෦๐໐༠၀႐០᠐'];
const katakana = lettersFrom('ァ', 86);

/** What people type who do not have a letter on their keyboard, or do not tell two apart. */
const plainLetters = new Map([
  ...pairs('øłđðħıŧəɓɗƙŋɛɔςґ', [...'olddhitebdkneoσг']),
  ...pairs('ßæœþ', ['ss', 'ae', 'oe', 'th']),
  ...pairs('ٱىیةہۃەھکڪ', [...'اييهههههكك']),
  ...pairs('’‘ʼʻ՚“”„‟‐‒–—−', [..."'''''", ...'""""', ...'-----']),
  ...pairs(katakana, lettersFrom('ぁ', katakana.length)),
  ...pairs(
    zeros.flatMap((zero) => lettersFrom(zero, 10)).join(''),
    zeros.flatMap(() => [...'0123456789']),
  ),
]);
const notPlain = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'gu');

function pairs(from: string | readonly string[], to: readonly string[]): [string, string][] {
  return [...from].map((letter, index) => [letter, to[index] ?? letter]);
}

function lettersFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => String.fromCodePoint((first.codePointAt(0) ?? 0) + index));
}

/**
 * The form in which texts are searched and compared: lower case, without marks, and one letter for those that people
 * type for each other, so that `ines` finds Inês and `احمد` finds أحمد. Equal to `fold_text` in the database.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(marks, '')
    .toLowerCase()
    .replaceAll(notPlain, (letter) => plainLetters.get(letter) ?? letter)
    .normalize('NFC');
}

/** The same, with line breaks and other white space as one blank: words are found across lines. */
export function foldLine(text: string): string {
  return foldText(text).replaceAll(/[\t-\r ]+/g, ' ');
}
