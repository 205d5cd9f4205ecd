import type { Thread } from '@parley/contract/types';
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { contactName } from '../../../contacts/public.ts';
import styles from './board.module.css';

/** A mouse drags after so many pixels; a finger after a moment without moving, because moving at once scrolls. */
const startPx = 6;
const holdMs = 350;
/** Near the edge the board scrolls, by so much a frame. */
const edgePx = 48;
const scrollPx = 12;

type Held = { thread: Thread; x: number; y: number; touch: boolean };

/** Drags cards to other columns, by mouse, pen and finger; the card that was dragged then has the focus. */
export function useCardDrag(
  frame: RefObject<HTMLElement | null>,
  drop: (thread: Thread, key: string) => void,
  focusCard: (id: string) => void,
) {
  const [dragged, setDragged] = useState<Thread | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  const grab = (event: PointerEvent<HTMLElement>, thread: Thread) => {
    if (event.button !== 0 || (event.target as HTMLElement).closest('button, [popover], dialog')) return;
    stop.current();
    const held = { thread, x: event.clientX, y: event.clientY, touch: event.pointerType === 'touch' };
    stop.current = follow(held, {
      board: frame,
      start: () => setDragged(thread),
      move: (x, y) => {
        if (ghost.current !== null) place(ghost.current, x, y);
        setTarget(columnAt(x, y));
      },
      end: (x, y, dropped) => {
        const key = columnAt(x, y);
        setDragged(null);
        setTarget(null);
        if (dropped && key !== null) drop(thread, key);
        focusCard(thread.id);
      },
    });
  };
  const shown: ReactNode = dragged !== null && (
    <div ref={ghost} className={styles.ghost} aria-hidden="true">
      <bdi>{contactName(dragged.contact)}</bdi>
    </div>
  );
  return { grab, target, carriedId: dragged?.id ?? null, ghost: shown };
}

/** Distance of the carried name from the pointer and from the window's edges, pixels. */
const ghostGap = 8;

/** Beside the pointer, and whole in the window. */
function place(ghost: HTMLElement, x: number, y: number): void {
  const within = (at: number, size: number, room: number) => Math.max(0, Math.min(at, room - size - 2 * ghostGap));
  const [left, top] = [within(x, ghost.offsetWidth, innerWidth), within(y, ghost.offsetHeight, innerHeight)];
  ghost.style.translate = `${left}px ${top}px`;
}

function columnAt(x: number, y: number): string | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-stage]')?.dataset['stage'] ?? null;
}

type Drag = {
  board: RefObject<HTMLElement | null>;
  start: () => void;
  move: (x: number, y: number) => void;
  end: (x: number, y: number, dropped: boolean) => void;
};

/** Follows a pointer until it is released. @returns a function that lets go of it */
function follow(held: Held, drag: Drag): () => void {
  let { x, y } = held;
  let dragging = false;
  let frame = 0;
  const begin = () => {
    dragging = true;
    drag.start();
    frame = requestAnimationFrame(scroll);
  };
  const scroll = () => {
    const board = drag.board.current;
    if (board !== null) {
      const { left, right } = board.getBoundingClientRect();
      if (x < left + edgePx) board.scrollLeft -= scrollPx;
      else if (x > right - edgePx) board.scrollLeft += scrollPx;
    }
    drag.move(x, y);
    frame = requestAnimationFrame(scroll);
  };
  const hold = held.touch ? setTimeout(begin, holdMs) : undefined;
  const onMove = (event: globalThis.PointerEvent) => {
    [x, y] = [event.clientX, event.clientY];
    const far = Math.hypot(x - held.x, y - held.y) > startPx;
    if (!dragging && far && held.touch) done(false);
    else if (!dragging && far) begin();
  };
  // A page must not scroll under the finger that drags.
  const onTouch = (event: TouchEvent) => dragging && event.preventDefault();
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !dragging) return;
    event.preventDefault();
    event.stopPropagation();
    done(false);
  };
  const onUp = () => done(true);
  const onCancel = () => done(false);
  const done = (dropped: boolean) => {
    clearTimeout(hold);
    cancelAnimationFrame(frame);
    removeEventListener('pointermove', onMove);
    removeEventListener('pointerup', onUp);
    removeEventListener('pointercancel', onCancel);
    removeEventListener('touchmove', onTouch);
    removeEventListener('keydown', onKey, true);
    if (!dragging) return;
    dragging = false;
    // The click that follows must not open the conversation.
    const swallow = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
    drag.end(x, y, dropped);
  };
  addEventListener('pointermove', onMove);
  addEventListener('pointerup', onUp);
  addEventListener('pointercancel', onCancel);
  addEventListener('touchmove', onTouch, { passive: false });
  addEventListener('keydown', onKey, true);
  return () => done(false);
}
