/** Names that the attribute has in accounts. */
const attributes = ['language', 'preferred language', 'lang', 'locale'];

/** Scripts, and letters, that only one language of WhatsApp's customers writes. The first that occurs decides. */
const writing: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Gujarati}/u, 'gu'],
  [/\p{Script=Gurmukhi}/u, 'pa'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Kannada}/u, 'kn'],
  [/\p{Script=Malayalam}/u, 'ml'],
  [/[іїєґ]/iu, 'uk'],
  [/[ٹڈڑے]/u, 'ur'],
];
const languageNames = new Map<string, string>();

/**
 * The language by its two or three letters: of the contact's attribute, as a code or a name, else of the message's
 * writing. Null when nothing tells it: Latin, Arabic and Cyrillic letters are shared by many.
 */
export function languageOf(fields: Readonly<Record<string, string>>, text: string): string | null {
  const [, stored] = Object.entries(fields).find(([name]) => attributes.includes(name.trim().toLowerCase())) ?? [];
  const named = stored === undefined ? null : codeOf(stored);
  return named ?? writing.find(([sign]) => sign.test(text))?.[1] ?? null;
}

/** `de`, `de-AT`, `pt_BR`, `German` and `Deutsch` are all understood. */
function codeOf(stored: string): string | null {
  const value = stored.trim().toLowerCase();
  if (/^[a-z]{2,3}(?:[-_][a-z0-9]+)*$/.test(value)) {
    const code = value.split(/[-_]/)[0] ?? '';
    // A short word may be the name of a language.
    if (nameOf(code, 'en') !== null) return code;
  }
  return names().get(value) ?? null;
}

function nameOf(code: string, locale: string): string | null {
  return new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(code) ?? null;
}

/** English and own names of all languages with two letters. */
function names(): ReadonlyMap<string, string> {
  if (languageNames.size > 0) return languageNames;
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    for (const name of [nameOf(code, code), nameOf(code, 'en')]) {
      if (name !== null) languageNames.set(name.toLowerCase(), code);
    }
  }
  return languageNames;
}
