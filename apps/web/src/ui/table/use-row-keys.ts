import { msg } from '@lingui/core/macro';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Command, useCommands } from '../commands/commands.ts';
import type { SelectionState } from './use-selection.ts';

const commands: Command[] = [
  { id: 'table.next', group: 'list', title: msg`Next row`, keys: 'j', keysOnly: true },
  { id: 'table.previous', group: 'list', title: msg`Previous row`, keys: 'k', keysOnly: true },
  { id: 'table.toggle', group: 'list', title: msg`Select or deselect row`, keys: 'x', keysOnly: true },
  { id: 'table.extend-down', group: 'list', title: msg`Extend selection down`, keys: 'shift+j', keysOnly: true },
  { id: 'table.extend-up', group: 'list', title: msg`Extend selection up`, keys: 'shift+k', keysOnly: true },
];

export type RowKeysOptions = {
  ids: readonly string[];
  selection?: SelectionState;
  scroller: { current: HTMLElement | null };
  list: { current: { scrollToIndex: (index: number, options: { align: 'nearest' }) => void } | null };
};

/** A row out of sight is drawn and placed within some frames; after so many it is not coming. */
const mostFrames = 60;

type RowActions = { move: (step: 1 | -1) => void; extend: (step: 1 | -1) => void; toggle: () => void };

/** The table of the page that had the focus last: where there are several, the keys are its. */
let inUse: { current: RowActions } | null = null;

/**
 * Moves the focus from row to row and chooses rows by keys.
 * @returns the table's own handler, for the arrows, and the row that must stay drawn wherever the table is scrolled to
 */
export function useRowKeys({ ids, selection, scroller, list }: RowKeysOptions) {
  const at = useRef(-1);
  const wanted = useRef(false);
  const [rendered, setRendered] = useState<number | null>(null);

  const goTo = (index: number): number => {
    const to = Math.max(0, Math.min(ids.length - 1, index));
    at.current = to;
    wanted.current = true;
    setRendered(to);
    list.current?.scrollToIndex(to, { align: 'nearest' });
    const focus = (framesLeft: number) => {
      if (!wanted.current || at.current !== to) return;
      if (focusRow(scroller.current, to)) wanted.current = false;
      else if (framesLeft > 0) requestAnimationFrame(() => focus(framesLeft - 1));
    };
    focus(mostFrames);
    return to;
  };
  useLayoutEffect(() => {
    // A row that was out of sight is rendered now, because the table keeps it.
    if (wanted.current && focusRow(scroller.current, at.current)) wanted.current = false;
  });

  const actions: RowActions = {
    move: (step) => void goTo(at.current + step),
    extend(step) {
      const from = ids[at.current];
      const to = ids[goTo(at.current + step)];
      selection?.add([from, to].filter((id) => id !== undefined));
    },
    toggle() {
      const id = ids[at.current];
      if (id !== undefined) selection?.press(id, false);
    },
  };
  const own = useRef(actions);
  own.current = actions;

  useEffect(() => {
    const element = scroller.current;
    const onFocus = (event: FocusEvent) => {
      inUse = own;
      const row = event.target instanceof Element ? event.target.closest('[data-row]') : null;
      if (!row) return;
      at.current = Number(row.getAttribute('data-row'));
      setRendered(at.current);
    };
    element?.addEventListener('focusin', onFocus);
    return () => {
      element?.removeEventListener('focusin', onFocus);
      if (inUse === own) inUse = null;
    };
  }, [scroller]);

  const meant = () => (inUse ?? own).current;
  useCommands(commands, {
    'table.next': () => meant().move(1),
    'table.previous': () => meant().move(-1),
    'table.toggle': selection && (() => meant().toggle()),
    'table.extend-down': selection && (() => meant().extend(1)),
    'table.extend-up': selection && (() => meant().extend(-1)),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: at.current + 1, ArrowUp: at.current - 1, Home: 0, End: ids.length - 1 }[event.key];
    const inHead = event.target instanceof Element && event.target.closest('thead') !== null;
    if (to === undefined || inHead) return;
    event.preventDefault();
    goTo(to);
  };
  return { onKeyDown, rendered: rendered !== null && rendered < ids.length ? [rendered] : [] };
}

/**
 * Focuses the element that opens the row, so that Enter does; its checkbox if there is none.
 * @returns whether it was focused
 */
function focusRow(scroller: HTMLElement | null, index: number): boolean {
  const row = scroller?.querySelector(`[data-row="${index}"]`);
  const target = row?.querySelector<HTMLElement>('[data-row-open]') ?? row?.querySelector('input');
  target?.focus({ preventScroll: true });
  // A row that is rendered but not positioned yet is hidden and cannot be focused.
  return target !== null && target !== undefined && document.activeElement === target;
}
