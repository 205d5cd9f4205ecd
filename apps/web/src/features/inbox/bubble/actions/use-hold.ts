import { type PointerEvent, useEffect, useRef } from 'react';

/** A finger that stays this long on the microphone holds it, milliseconds. */
const holdMs = 350;

/** Where the finger that holds a button was put down. */
export type Finger = { x: number };

/** Calls `onHold` while a finger stays on a button. A tap stays a click; the mouse and keys only click. */
export function useHold(onHold: (finger: Finger) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown(event: PointerEvent) {
      if (event.pointerType !== 'touch') return;
      const finger = { x: event.clientX };
      timer.current = setTimeout(() => onHold(finger), holdMs);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu(event: { preventDefault: () => void; nativeEvent: Event }) {
      // A long press would open the browser's menu over the recording.
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch') event.preventDefault();
    },
  };
}
