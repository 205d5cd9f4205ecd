import { type PointerEvent, useCallback, useRef } from 'react';

/** How far a message is moved at most, and from where letting go counts, pixels. */
const most = 88;
const enough = 64;
/** So near the edge the system swipes, pixels. */
export const edge = 24;
/** Below this a finger only trembles. */
const begins = 10;

/** What a finger that moved does: nothing yet, the page scrolls, or the message follows this far. */
export function swipeOf(dx: number, dy: number, rtl: boolean): 'none' | 'scroll' | number {
  const along = rtl ? -dx : dx;
  if (Math.abs(dy) > begins && Math.abs(dy) >= Math.abs(dx)) return 'scroll';
  if (along < begins) return Math.abs(dx) > begins ? 'scroll' : 'none';
  return Math.min(most, along);
}

type Swipe = { id: string; element: HTMLElement; pointer: number; x: number; y: number; moved: number };

/** Swiping a message in reading direction, as it quotes in WhatsApp. The menu and R do the same without a finger. */
export function useSwipe(onSwipe: ((messageId: string) => void) | undefined) {
  const swipe = useRef<Swipe | null>(null);
  const end = () => {
    const { current } = swipe;
    swipe.current = null;
    if (current === null) return;
    current.element.style.removeProperty('translate');
    delete current.element.dataset.swiped;
  };
  // The browser takes a swift finger for one that throws the list, and the next tap for one that stops it. React's own
  // listeners for touches are passive, which cannot prevent that.
  const ref = useCallback((element: HTMLElement | null) => {
    const onMove = (event: TouchEvent) => {
      if (event.cancelable && (swipe.current?.moved ?? 0) > 0) event.preventDefault();
    };
    element?.addEventListener('touchmove', onMove, { passive: false });
    return () => element?.removeEventListener('touchmove', onMove);
  }, []);
  return {
    ref,
    onPointerDown(event: PointerEvent) {
      end();
      const element = (event.target as Element).closest<HTMLElement>('[data-message]');
      const id = element?.dataset.message;
      const fromEdge = event.clientX < edge || event.clientX > window.innerWidth - edge;
      if (onSwipe === undefined || event.pointerType !== 'touch' || element === null || !id || fromEdge) return;
      swipe.current = { id, element, pointer: event.pointerId, x: event.clientX, y: event.clientY, moved: 0 };
    },
    onPointerMove(event: PointerEvent) {
      const { current } = swipe;
      if (current === null || event.pointerId !== current.pointer) return;
      const rtl = document.dir === 'rtl';
      const now = swipeOf(event.clientX - current.x, event.clientY - current.y, rtl);
      if (now === 'scroll' && current.moved === 0) return end();
      current.moved = typeof now === 'number' ? now : 0;
      current.element.style.translate = `${rtl ? -current.moved : current.moved}px`;
      current.element.dataset.swiped = current.moved >= enough ? 'enough' : 'begun';
    },
    onPointerUp(event: PointerEvent) {
      const { current } = swipe;
      end();
      if (current === null || event.pointerId !== current.pointer || current.moved < enough) return;
      onSwipe?.(current.id);
    },
    onPointerCancel: end,
  };
}
