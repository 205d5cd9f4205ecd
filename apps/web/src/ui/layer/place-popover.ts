/** Space between a popover and the edges of the window, and between it and its anchor, in px. */
const edgePx = 8;
const gapPx = 4;

export type PopoverAlign = 'start' | 'end';

/**
 * Shows a popover next to its anchor and keeps it there while the page scrolls, the window changes size, or its own
 * content does: what loads later must not grow over the edge of the window.
 * @param onHidden called when the anchor is scrolled out of sight
 * @returns stops following the anchor
 */
export function showBeside(
  popover: HTMLElement,
  anchor: HTMLElement,
  align: PopoverAlign,
  onHidden: () => void,
): () => void {
  popover.showPopover();
  place(popover, anchor, align);
  const onScroll = (event: Event) => {
    const scrolled = event.target;
    if (!(scrolled instanceof Node) || !scrolled.contains(anchor)) return;
    if (isVisibleIn(anchor, scrolled)) place(popover, anchor, align);
    else onHidden();
  };
  const onResize = () => place(popover, anchor, align);
  document.addEventListener('scroll', onScroll, true);
  window.addEventListener('resize', onResize);
  const sized = new ResizeObserver(onResize);
  sized.observe(popover);
  return () => {
    sized.disconnect();
    document.removeEventListener('scroll', onScroll, true);
    window.removeEventListener('resize', onResize);
  };
}

/** Whether a part of the anchor is visible in the element that scrolls it. */
function isVisibleIn(anchor: HTMLElement, scroller: Node): boolean {
  const box = anchor.getBoundingClientRect();
  const frame = scroller instanceof Element ? scroller.getBoundingClientRect() : null;
  const { top = 0, bottom = window.innerHeight, left = 0, right = window.innerWidth } = frame ?? {};
  return box.bottom > top && box.top < bottom && box.right > left && box.left < right;
}

/** Below the anchor, or above it where there is more room; never over the edge of the window. */
export function place(popover: HTMLElement, anchor: HTMLElement, align: PopoverAlign): void {
  const box = anchor.getBoundingClientRect();
  const size = popover.getBoundingClientRect();
  const atLeft = (align === 'start') === (getComputedStyle(anchor).direction === 'ltr');
  const left = atLeft ? box.left : box.right - size.width;
  const below = window.innerHeight - box.bottom - gapPx - edgePx;
  const above = box.top - gapPx - edgePx;
  const goesBelow = size.height <= below || below >= above;
  const top = goesBelow ? box.bottom + gapPx : box.top - gapPx - size.height;
  popover.style.left = `${Math.max(edgePx, Math.min(left, window.innerWidth - size.width - edgePx))}px`;
  popover.style.top = `${Math.max(edgePx, Math.min(top, window.innerHeight - size.height - edgePx))}px`;
}
