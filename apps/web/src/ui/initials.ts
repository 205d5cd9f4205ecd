const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Up to two characters for an avatar: the initials of the first two words of a name (`Amara Okafor` → AO), one for a
 * name of one word or of a script that writes without spaces, the last two digits of a bare number.
 */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._\-@+()/]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = words[0];
  if (first === undefined) return '?';
  // Numbers begin alike in most lists of contacts.
  if (words.every((word) => /^\p{N}+$/u.test(word))) return words.join('').slice(-2);
  const second = joinsUp(first) ? undefined : words[1];
  return [first, second].map((word) => (word === undefined ? '' : firstLetter(word))).join('');
}

function firstLetter(word: string): string {
  for (const { segment } of graphemes.segment(word)) {
    if (/[\p{L}\p{N}]/u.test(segment)) return segment.toLocaleUpperCase();
  }
  return '';
}

/** Scripts whose letters mean little in pairs, or join when adjacent. */
function joinsUp(word: string): boolean {
  return /[\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word);
}

/** One of the six backgrounds of an avatar, 1 to 6, the same for the same id everywhere. */
export function avatarColor(seed: string): number {
  let sum = 0;
  for (let index = 0; index < seed.length; index++) sum = (sum * 31 + seed.charCodeAt(index)) >>> 0;
  return (sum % 6) + 1;
}
