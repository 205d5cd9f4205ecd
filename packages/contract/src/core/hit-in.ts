import { foldLine } from './fold-text.ts';

/** What is folded together: white space, a letter with its marks, and the parts of a Korean syllable. */
const letters = /\s+|[\u1100-\u115f][\u1160-\u11ff]*|[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|./gsu;

/** The first place where a text contains another, as a search finds it. */
export function hitIn(text: string, typed: string): [from: number, to: number] | null {
  const wanted = foldLine(typed.trim());
  if (wanted === '' || !foldLine(text).includes(wanted)) return null;
  // Folding changes lengths, so each folded unit remembers the letter it came from.
  const parts: string[] = [];
  const origins: number[] = [];
  for (const { 0: letter, index: at } of text.matchAll(letters)) {
    const part = foldLine(letter);
    for (let index = 0; index < part.length; index++) origins.push(at);
    parts.push(part);
  }
  origins.push(text.length);
  const start = parts.join('').indexOf(wanted);
  if (start === -1) return null;
  return [origins[start] ?? 0, origins[start + wanted.length] ?? text.length];
}
