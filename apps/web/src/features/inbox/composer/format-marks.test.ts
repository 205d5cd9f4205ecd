import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Selected, toggleMark } from './format-marks.ts';
import { markOfKey } from './mark-keys.ts';

const apply = (selected: Selected, mark: 'bold' | 'italic' | 'strike' | 'mono'): Selected => {
  const { from, to, words, start, end } = toggleMark(selected, mark);
  return { text: selected.text.slice(0, from) + words + selected.text.slice(to), start, end };
};

test('a mark goes around the selection without its blanks, and away again', () => {
  const marked = apply({ text: 'Come at ten please', start: 7, end: 12 }, 'bold');
  expect(marked).toEqual({ text: 'Come at *ten* please', start: 9, end: 12 });
  expect(apply(marked, 'bold')).toEqual({ text: 'Come at ten please', start: 8, end: 11 });
  expect(apply({ text: '_all_', start: 0, end: 5 }, 'italic')).toEqual({ text: 'all', start: 0, end: 3 });
});

test('without a selection the cursor stands between two marks', () => {
  expect(apply({ text: 'a ', start: 2, end: 2 }, 'mono')).toEqual({ text: 'a ``', start: 3, end: 3 });
});

test('twice is as before, whatever is selected', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z ]{0,20}$/), fc.nat(20), fc.nat(20), (text, a, b) => {
      const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
      expect(apply(apply({ text, start, end }, 'strike'), 'strike').text).toBe(text);
    }),
  );
});

test('the keys are those of other editors, with Ctrl or Cmd', () => {
  const key = (name: string, modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>>) =>
    markOfKey({ key: name, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers });
  expect(key('b', { ctrlKey: true })).toBe('bold');
  expect(key('i', { metaKey: true })).toBe('italic');
  expect(key('X', { ctrlKey: true, shiftKey: true })).toBe('strike');
  expect(key('e', { ctrlKey: true })).toBe('mono');
  expect(key('b', {})).toBeNull();
  expect(key('x', { ctrlKey: true }), 'cut').toBeNull();
  expect(key('b', { ctrlKey: true, altKey: true }), 'AltGr').toBeNull();
});
