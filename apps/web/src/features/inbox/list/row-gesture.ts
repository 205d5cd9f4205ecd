import { swipeOf } from '../thread/use-swipe.ts';

/** How far a finger pulls the list down before letting go refreshes it, and how far its mark follows at most, pixels. */
const pullEnough = 72;
const pullMost = 96;
/** How far a row is swiped before letting go counts, pixels: further than a message, because the row leaves the list. */
const swipeEnough = 80;

export type RowGesture = { kind: 'done' | 'assign' | 'refresh'; px: number; enough: boolean };

/**
 * What a finger on the list does: nothing yet, the list scrolls, or a row or the list follows it this far. A row is done
 * in reading direction and assigned against it; only a list that is at its top is pulled.
 */
export function rowGestureOf(dx: number, dy: number, rtl: boolean, atTop: boolean): 'none' | 'scroll' | RowGesture {
  const [on, back] = [swipeOf(dx, dy, rtl), swipeOf(dx, dy, !rtl)];
  const px = Math.abs(dx);
  if (typeof on === 'number') return { kind: 'done', px, enough: px >= swipeEnough };
  if (typeof back === 'number') return { kind: 'assign', px, enough: px >= swipeEnough };
  if (on === 'none') return 'none';
  if (!atTop || dy < 0) return 'scroll';
  // Half as far as the finger, as lists resist in every application.
  const pulled = Math.min(pullMost, dy / 2);
  return { kind: 'refresh', px: pulled, enough: pulled >= pullEnough };
}
