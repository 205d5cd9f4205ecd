import { type RefObject, useEffect, useRef } from 'react';

/** A reader this close to the end is kept at the end, pixels. */
const endRoom = 80;
/** The reader may still be scrolling this long after a wheel, touch or key event, milliseconds. */
const moveMs = 300;

/**
 * Keeps a reader at the end of a list while rows are measured and images load, until they scroll away themselves: rows
 * that grow move the end, which must not count as scrolling.
 */
export class AutoScroll {
  /** Whether the reader is at the end and stays there. */
  on = true;
  #scroller: RefObject<HTMLElement | null>;
  #size = '';
  #movesUntilMs = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;

  constructor(scroller: RefObject<HTMLElement | null>) {
    this.#scroller = scroller;
  }

  /** Scrolls to the end and stays there. */
  begin(): void {
    this.on = true;
    this.#movesUntilMs = 0;
    const box = this.#scroller.current;
    // Directly to the end as measured so far; further measurements call `resized`.
    if (box !== null) box.scrollTop = box.scrollHeight;
  }

  /** The reader does something that scrolls. */
  moves(): void {
    this.#movesUntilMs = performance.now() + moveMs;
  }

  /** Rows were measured, or the screen changed its size. */
  resized(): void {
    this.#noteSize();
    const box = this.#scroller.current;
    // A list that does not fill the screen is at its end.
    if (box !== null && box.scrollHeight <= box.clientHeight) this.on = true;
    if (this.on) this.#settle();
  }

  /** Scrolls to the end, once the reader does not scroll any more. */
  #settle(): void {
    clearTimeout(this.#settling);
    const waitMs = this.#movesUntilMs - performance.now();
    if (waitMs <= 0) this.begin();
    else
      this.#settling = setTimeout(() => {
        if (this.on) this.#settle();
      }, waitMs);
  }

  /** @returns pixels below the screen */
  scrolled(): number {
    const box = this.#scroller.current;
    if (box === null) return 0;
    if (this.#isMoving()) this.moves();
    else if (this.#noteSize() && this.on) this.begin();
    const below = box.scrollHeight - box.scrollTop - box.clientHeight;
    this.on = below <= endRoom;
    return below;
  }

  #isMoving(): boolean {
    return performance.now() < this.#movesUntilMs;
  }

  /** @returns whether it changed */
  #noteSize(): boolean {
    const box = this.#scroller.current;
    const size = `${box?.scrollHeight} ${box?.clientHeight}`;
    const isNew = size !== this.#size;
    this.#size = size;
    return isNew;
  }
}

const readersKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ']);

export function useAutoScroll(scroller: RefObject<HTMLElement | null>): AutoScroll {
  const latest = useRef<AutoScroll>(null);
  latest.current ??= new AutoScroll(scroller);
  const following = latest.current;
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const moves = () => following.moves();
    const onKey = ({ key }: KeyboardEvent) => readersKeys.has(key) && moves();
    // Beside the rows there is only the scroll bar.
    const onPress = ({ target }: PointerEvent) => target === box && moves();
    const passive = { passive: true } as const;
    box.addEventListener('wheel', moves, passive);
    box.addEventListener('touchmove', moves, passive);
    box.addEventListener('pointerdown', onPress, passive);
    box.addEventListener('keydown', onKey);
    return () => {
      box.removeEventListener('wheel', moves);
      box.removeEventListener('touchmove', moves);
      box.removeEventListener('pointerdown', onPress);
      box.removeEventListener('keydown', onKey);
    };
  }, [scroller, following]);
  return following;
}
