import { foldText } from '@parley/contract/fold-text';

/** The first place where a text contains another, without regard to case and accents. */
export function hitIn(text: string, typed: string): [from: number, to: number] | null {
  const wanted = foldText(typed.trim());
  if (wanted === '') return null;
  // Folding changes lengths, so each folded unit remembers the letter it came from.
  let folded = '';
  const origins: number[] = [];
  let at = 0;
  for (const letter of text) {
    const part = foldText(letter);
    for (let index = 0; index < part.length; index++) origins.push(at);
    folded += part;
    at += letter.length;
  }
  origins.push(text.length);
  const start = folded.indexOf(wanted);
  if (start === -1) return null;
  return [origins[start] ?? 0, origins[start + wanted.length] ?? text.length];
}
