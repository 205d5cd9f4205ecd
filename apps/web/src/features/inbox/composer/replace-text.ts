import { toggleMark } from './format-marks.ts';
import type { FormatMark } from './mark-keys.ts';

/**
 * Replaces a part of a field as if it were typed, so that Ctrl+Z takes it back.
 * @param selection what is selected afterwards; default: nothing, after the new words
 */
export function replaceText(
  field: HTMLTextAreaElement,
  { from, to, words }: { from: number; to: number; words: string },
  selection: readonly [number, number] = [from + words.length, from + words.length],
): void {
  field.focus();
  field.setSelectionRange(from, to);
  // The only way that keeps what can be undone; where it is missing, the words are set and announced.
  const typed = words === '' ? document.execCommand('delete') : document.execCommand('insertText', false, words);
  if (!typed) {
    field.setRangeText(words, from, to, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  field.setSelectionRange(...selection);
}

/** Puts a mark around what is selected in a field, or takes it away. */
export function typeMark(field: HTMLTextAreaElement, mark: FormatMark): void {
  const { value: text, selectionStart: start, selectionEnd: end } = field;
  const marked = toggleMark({ text, start, end }, mark);
  replaceText(field, marked, [marked.start, marked.end]);
}
