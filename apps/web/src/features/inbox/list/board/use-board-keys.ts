import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { contactName } from '../../../contacts/public.ts';
import type { ColumnHandle } from './board-column.tsx';
import type { Column } from './use-board.ts';

type Keyed = {
  columns: readonly Column[];
  handles: RefObject<Map<string, ColumnHandle>>;
  selectedId: string | null;
  nameOf: (key: string) => string;
  drop: (thread: Thread, key: string) => void;
  /** Read by screen readers at once. */
  announce: (words: string) => void;
};

/** A card that was moved is rendered in its new place after some of these, at most for so long on a slow device. */
const afterMoveMs = 50;
const placedWithinMs = 3_000;

/** Arrows go from card to card, Home and End within a column; Shift+F10 opens a card's menu. Space picks one up, arrows choose a stage, Space or Enter drops it, Escape puts it back. */
export function useBoardKeys({ columns, handles, selectedId, nameOf, drop, announce }: Keyed) {
  const { t } = useLingui();
  const [carried, setCarried] = useState<{ thread: Thread; target: string } | null>(null);
  const keys = columns.map(({ key }) => key);
  const threadsOf = (key: string) => handles.current.get(key)?.threads() ?? [];
  const placeOf = (id: string | null | undefined) => {
    const key = keys.find((each) => threadsOf(each).some((thread) => thread.id === id));
    return key === undefined ? null : { key, index: threadsOf(key).findIndex((thread) => thread.id === id) };
  };
  const focusedId = () => document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset['card'];
  const current = () => placeOf(focusedId()) ?? placeOf(selectedId);
  const moveFocus = (step: 1 | -1) => {
    const at = current();
    const key = at?.key ?? keys.find((each) => threadsOf(each).length > 0);
    if (key === undefined) return;
    const index = at === null ? 0 : at.index + step;
    handles.current.get(key)?.focus(Math.max(0, Math.min(threadsOf(key).length - 1, index)));
  };
  /** To the next column that has cards, at the same height. */
  const moveAcross = (step: number) => {
    const at = current();
    if (at === null) return;
    for (let to = keys.indexOf(at.key) + step; to >= 0 && to < keys.length; to += step) {
      const key = keys[to] ?? '';
      const { length } = threadsOf(key);
      if (length > 0) return handles.current.get(key)?.focus(Math.min(at.index, length - 1));
    }
  };
  /** To the first or the last card of the column. */
  const moveToEnd = (end: 1 | -1) => {
    const key = current()?.key;
    if (key !== undefined) handles.current.get(key)?.focus(end === 1 ? threadsOf(key).length - 1 : 0);
  };
  /** The card of a conversation, which may be in another list now. */
  const focusCard = (id: string) => {
    const endMs = performance.now() + placedWithinMs;
    const look = (isFirst: boolean) => {
      // Leaving its former list it loses the focus; whoever has moved on keeps theirs.
      const isLost = document.activeElement === document.body;
      const at = placeOf(id);
      if (at !== null && (isFirst || isLost)) handles.current.get(at.key)?.focus(at.index);
      const mayBeLost = at === null || isLost || focusedId() === id;
      if (mayBeLost && performance.now() < endMs) setTimeout(look, afterMoveMs, at === null && isFirst);
    };
    setTimeout(look, afterMoveMs, true);
  };
  const putBack = () => {
    if (carried !== null)
      announce(t`${contactName(carried.thread.contact)} stays in ${nameOf(carried.thread.stage_id ?? 'none')}.`);
    setCarried(null);
  };
  const carry = (event: KeyboardEvent, { thread, target }: NonNullable<typeof carried>, across: number) => {
    if (across !== 0) {
      const to = keys[Math.max(0, Math.min(keys.length - 1, keys.indexOf(target) + across))] ?? target;
      setCarried({ thread, target: to });
      announce(t`Over ${nameOf(to)}.`);
      document.querySelector(`[data-stage="${to}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (event.key === 'Escape' || event.key === 'Tab') putBack();
    else if (event.key === ' ' || event.key === 'Enter') {
      setCarried(null);
      drop(thread, target);
      focusCard(thread.id);
    } else if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Only of the card's link: its menu has keys of its own.
    if (!(event.target instanceof HTMLAnchorElement)) return;
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const right = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const across = rtl ? -right : right;
    if (carried !== null) return carry(event, carried, across);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (across !== 0) moveAcross(across);
    else if (event.key === 'ArrowDown') moveFocus(1);
    else if (event.key === 'ArrowUp') moveFocus(-1);
    else if (event.key === 'Home') moveToEnd(-1);
    else if (event.key === 'End') moveToEnd(1);
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openMenu(event.target);
    else if (event.key === ' ') {
      const at = current();
      const thread = at === null ? undefined : threadsOf(at.key)[at.index];
      if (at === null || thread === undefined) return;
      setCarried({ thread, target: at.key });
      announce(
        t`${contactName(thread.contact)} picked up in ${nameOf(at.key)}. Arrow keys choose a stage, Space drops it, Escape cancels.`,
      );
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** The focused card. */
  const focused = () => {
    const at = placeOf(focusedId());
    const thread = at === null ? undefined : threadsOf(at.key)[at.index];
    return at === null || thread === undefined ? null : { ...at, thread };
  };
  /** The card that takes the place of one that may leave the column: with it the focus would be lost. */
  const focusAgain = (key: string, index: number) => {
    const endMs = performance.now() + placedWithinMs;
    const look = () => {
      const last = threadsOf(key).length - 1;
      if (document.activeElement === document.body && last >= 0) handles.current.get(key)?.focus(Math.min(index, last));
      if (performance.now() < endMs) setTimeout(look, afterMoveMs);
    };
    setTimeout(look, afterMoveMs);
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (carried !== null && !event.currentTarget.contains(event.relatedTarget)) putBack();
  };
  return {
    onKeyDown,
    onBlur,
    moveFocus,
    focused,
    focusAgain,
    focusCard,
    current: () => {
      const at = current();
      return at === null ? undefined : handles.current.get(at.key);
    },
    target: carried?.target ?? null,
    carriedId: carried?.thread.id ?? null,
  };
}

function openMenu(link: HTMLElement): void {
  link.closest('[data-card]')?.querySelector<HTMLElement>('button[aria-haspopup]')?.click();
}
