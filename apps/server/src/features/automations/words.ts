import type { MatchMode } from '@parley/contract/types';
import { bareWords, plainWords } from '@parley/contract/words';
import { RE2JS } from 're2js';

/* Patterns run on RE2: its time grows with the text, whatever the pattern says. */
const compiled = new Map<string, RE2JS | null>();
const mostCompiled = 2_000;

function compile(pattern: string): RE2JS | null {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  let made: RE2JS | null;
  try {
    made = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch {
    made = null;
  }
  if (compiled.size >= mostCompiled) compiled.clear();
  compiled.set(pattern, made);
  return made;
}

/** @returns null when it is one */
export function patternProblem(pattern: string): string | null {
  return compile(pattern) === null ? `“${pattern}” is not a pattern.` : null;
}

/** The first of the words that a text matches; null when none does. */
export function matchWords(text: string, match: MatchMode, words: readonly string[]): string | null {
  if (match === 'pattern') {
    return words.find((word) => word.trim() !== '' && compile(word)?.matcher(text).find() === true) ?? null;
  }
  if (match === 'exact') {
    const said = bareWords(text);
    return words.find((word) => word.trim() !== '' && bareWords(word) === said) ?? null;
  }
  const said = plainWords(text);
  return (
    words.find((word) => {
      const wanted = plainWords(word);
      return wanted !== '' && containsWord(said, wanted);
    }) ?? null
  );
}

const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;
const letter = /[\p{L}\p{N}\p{M}]/u;
const lastLetter = /(.)$/su;

/** Whole words only, except in scripts that write none apart. */
function containsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (withoutSpaces.test(word)) return true;
    const [, before = ''] = lastLetter.exec(text.slice(Math.max(0, at - 2), at)) ?? [];
    const [after = ''] = text.slice(at + word.length, at + word.length + 2);
    const startsInside = letter.test(before) && letter.test(word.slice(0, 1));
    const endsInside = letter.test(after) && letter.test(word.slice(-1));
    if (!startsInside && !endsInside) return true;
  }
  return false;
}
