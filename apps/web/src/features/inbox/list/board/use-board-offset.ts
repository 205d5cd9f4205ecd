import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Column } from './use-board.ts';

/** How far the board was scrolled, restored when returning from a conversation. */
let stored = 0;

/** The column that a phone shows, and how to show another. @param away a conversation is open, perhaps over the board */
export function useBoardOffset(frame: RefObject<HTMLElement | null>, columns: readonly Column[], away: boolean) {
  const [shown, setShown] = useState(columns[0]?.key ?? '');
  const elements = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-stage]') ?? [])];
  const onScroll = () => {
    const board = frame.current;
    // Hidden it is nowhere.
    if (board === null || board.clientWidth === 0) return;
    stored = board.scrollLeft;
    const middle = board.getBoundingClientRect().left + board.clientWidth / 2;
    const at = elements().find((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left <= middle && right >= middle;
    });
    if (at?.dataset['stage'] !== undefined) setShown(at.dataset['stage']);
  };
  const filled = columns.length > 1;
  useLayoutEffect(() => {
    // When the columns are there, and whenever the board is shown again.
    if (filled && !away) frame.current?.scrollTo({ left: stored });
  }, [frame, filled, away]);
  const show = (key: string) => {
    elements()
      .find((element) => element.dataset['stage'] === key)
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  };
  return { shown, onScroll, show };
}
