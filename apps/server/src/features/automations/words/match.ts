import type { MatchMode } from '@parley/contract/types';
import { bareWords, plainWords } from '@parley/contract/words';
import { RE2JS } from 're2js';
import type { IncomingText } from './incoming-text.ts';

/*
 * These functions compare what an Admin and a customer wrote. Their cost is the product of both: they run in the thread
 * of `compare.ts` only.
 */

/** Words of a trigger or condition; `title`: of a tapped button or row. */
export type WordList = { match: MatchMode | 'title'; words: readonly string[] };

/** What a message may say before a pattern stops reading it: the longest text that businesses may send. */
const readByPatterns = 4_096;
/** Instructions: a pattern without repetitions has about as many as characters; each runs once for every character read. */
const largestProgram = 500;
const mostCompiled = 2_000;

const compiled = new Map<string, RE2JS | string>();

/** Patterns run on RE2: its time grows with the text and the size of the program only. */
function compile(pattern: string): RE2JS | string {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  let made: RE2JS | string;
  try {
    made = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    if (made.programSize() > largestProgram) {
      made = `“${pattern}” is too complex. Use smaller repetition counts, or several shorter patterns.`;
    }
  } catch {
    made = `“${pattern}” is not a pattern.`;
  }
  if (compiled.size >= mostCompiled) compiled.clear();
  compiled.set(pattern, made);
  return made;
}

/** @returns null when it is one */
export function patternProblem(pattern: string): string | null {
  const made = compile(pattern);
  return typeof made === 'string' ? made : null;
}

/** The first of the words that a message matches; null when none does. */
export function matchWords({ text, reply }: IncomingText, { match, words }: WordList): string | null {
  switch (match) {
    case 'pattern': {
      const read = text.slice(0, readByPatterns);
      const matches = (word: string) => {
        const made = word.trim() === '' ? '' : compile(word);
        return typeof made !== 'string' && made.matcher(read).find();
      };
      return words.find(matches) ?? null;
    }
    case 'exact': {
      const said = bareWords(text);
      return words.find((word) => word.trim() !== '' && bareWords(word) === said) ?? null;
    }
    case 'title': {
      if (reply === null) return null;
      const given = [plainWords(reply.title), plainWords(reply.id)];
      return words.find((word) => word.trim() !== '' && given.includes(plainWords(word))) ?? null;
    }
    case 'contains': {
      const said = plainWords(text);
      const isSaid = (wanted: string) => wanted !== '' && containsWord(said, wanted);
      return words.find((word) => isSaid(plainWords(word))) ?? null;
    }
  }
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
