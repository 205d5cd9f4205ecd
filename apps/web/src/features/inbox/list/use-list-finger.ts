import { type RefObject, useEffect, useRef } from 'react';
import { edge } from '../thread/use-swipe.ts';
import { type RowGesture, rowGestureOf } from './row-gesture.ts';

/** A gesture under way: of which conversation, the link that follows the finger, and where it is in the list, pixels. */
export type ListGesture = Omit<RowGesture, 'px'> & { id: string; link: HTMLElement; top: number };

type Finger = { touch: number; x: number; y: number; link: HTMLElement; row: string; atTop: boolean; now?: RowGesture };

/**
 * Follows one finger on the rows of a list. Touches, because pointers end when the browser scrolls: a list at its top
 * that is pulled down scrolls as well.
 * @param show what is under way; null when it ended
 * @param run the finger was lifted far enough
 */
export function useListFinger(
  frame: RefObject<HTMLElement | null>,
  show: (gesture: ListGesture | null) => void,
  run: (gesture: ListGesture) => void,
): void {
  const latest = useRef({ show, run });
  useEffect(() => {
    latest.current = { show, run };
  });
  useEffect(() => {
    const list = frame.current;
    if (list === null) return;
    let finger: Finger | null = null;
    const gestureOf = ({ row: id, link }: Finger, { kind, enough }: RowGesture): ListGesture => {
      const top = link.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
      return { kind, enough, id, link, top };
    };
    const end = () => {
      finger?.link.style.removeProperty('translate');
      delete finger?.link.dataset['swiped'];
      list.style.removeProperty('--pulled');
      if (finger?.now) latest.current.show(null);
      finger = null;
    };
    const onStart = (event: TouchEvent) => {
      end();
      const [touch] = event.touches;
      const row = (event.target as Element).closest<HTMLElement>('[data-row]');
      const link = row?.querySelector<HTMLElement>(':scope > a');
      if (!touch || !link || event.touches.length > 1) return;
      // There the system swipes.
      if (touch.clientX < edge || touch.clientX > window.innerWidth - edge) return;
      // Its conversation, not its place: others come and go meanwhile.
      const id = row?.dataset['row'] ?? '';
      const { identifier, clientX: x, clientY: y } = touch;
      finger = { touch: identifier, x, y, link, row: id, atTop: list.scrollTop <= 0 };
    };
    const onMove = (event: TouchEvent) => {
      const touch = [...event.touches].find(({ identifier }) => identifier === finger?.touch);
      if (finger === null || touch === undefined) return;
      const rtl = document.dir === 'rtl';
      const next = rowGestureOf(touch.clientX - finger.x, touch.clientY - finger.y, rtl, finger.atTop);
      const before = finger.now;
      if (next === 'scroll' && before === undefined) return end();
      // What began as one gesture becomes no other one.
      const now = typeof next === 'string' || (before && before.kind !== next.kind) ? undefined : next;
      if (now === undefined && before === undefined) return;
      const px = now?.px ?? 0;
      if ((now ?? before)?.kind === 'refresh') list.style.setProperty('--pulled', `${px}px`);
      else {
        finger.link.style.translate = `${touch.clientX < finger.x ? -px : px}px`;
        finger.link.dataset['swiped'] = now?.enough ? 'enough' : 'begun';
      }
      const shown = now ?? { ...(before as RowGesture), px: 0, enough: false };
      finger.now = shown;
      // The browser takes a swift finger for one that throws the list, and the next tap for one that stops it: Undo,
      // tapped at once, would not be pressed.
      if (event.cancelable) event.preventDefault();
      if (before?.kind !== shown.kind || before.enough !== shown.enough) latest.current.show(gestureOf(finger, shown));
    };
    const onEnd = () => {
      // A row that left the list meanwhile is seen nowhere.
      const done = finger?.now?.enough && finger.link.isConnected ? gestureOf(finger, finger.now) : null;
      end();
      if (done !== null) latest.current.run(done);
    };
    const passive = { passive: true };
    list.addEventListener('touchstart', onStart, passive);
    list.addEventListener('touchmove', onMove, { passive: false });
    list.addEventListener('touchend', onEnd);
    list.addEventListener('touchcancel', end);
    return () => {
      end();
      list.removeEventListener('touchstart', onStart);
      list.removeEventListener('touchmove', onMove);
      list.removeEventListener('touchend', onEnd);
      list.removeEventListener('touchcancel', end);
    };
  }, [frame]);
}
