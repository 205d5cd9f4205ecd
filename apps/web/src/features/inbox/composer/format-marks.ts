import type { FormatMark } from './mark-keys.ts';

/** A text and what is selected in it. */
export type Selected = { text: string; start: number; end: number };

const formatMarks = { bold: '*', italic: '_', strike: '~', mono: '`' } as const satisfies Record<FormatMark, string>;

/**
 * Puts a mark around the selection, or takes it away. WhatsApp knows no mark beside a blank, so blanks at the ends of
 * the selection stay outside.
 * @returns the replaced part and its new words, and the selection afterwards
 */
export function toggleMark({ text, start, end }: Selected, mark: FormatMark) {
  const sign = formatMarks[mark];
  const selected = text.slice(start, end);
  const from = start + (selected.length - selected.trimStart().length);
  const to = Math.max(from, end - (selected.length - selected.trimEnd().length));
  const words = text.slice(from, to);
  if (text.slice(from - 1, from) === sign && text.slice(to, to + 1) === sign) {
    return { from: from - 1, to: to + 1, words, start: from - 1, end: to - 1 };
  }
  if (words.length > 2 && words.startsWith(sign) && words.endsWith(sign)) {
    return { from, to, words: words.slice(1, -1), start: from, end: to - 2 };
  }
  return { from, to, words: `${sign}${words}${sign}`, start: from + 1, end: to + 1 };
}
