import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import styles from './popover.module.css';

/** Room kept to the edges of the window and to the button, in px. */
const edgePx = 8;
const gapPx = 4;

export type PopoverProps = {
  /** What it belongs to and is placed by. */
  anchor: RefObject<HTMLElement | null>;
  /** Which edge of the anchor it keeps to. */
  align?: 'start' | 'end';
  onClose: () => void;
  className?: string;
  children: ReactNode;
};

/**
 * What a button opens next to itself, in the top layer so that no pane cuts it off. Escape and a press elsewhere close
 * it. It goes with its button when that is scrolled, and closes when the button is out of sight: a page that still moves
 * from the wheel, or to show the button, does not take away what was just opened.
 */
export function Popover({ anchor, align = 'start', onClose, className, children }: PopoverProps) {
  const element = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const id = useId();

  useLayoutEffect(() => {
    const popover = element.current;
    const button = anchor.current;
    if (popover === null || button === null) return;
    popover.showPopover();
    place(popover, button, align);
    const onToggle = (event: ToggleEvent) => {
      if (event.newState === 'closed' && popover.isConnected) close.current();
    };
    const onScroll = (event: Event) => {
      const moved = event.target;
      if (!(moved instanceof Node) || !moved.contains(button)) return;
      if (isSeen(button, moved)) place(popover, button, align);
      else close.current();
    };
    const onResize = () => place(popover, button, align);
    popover.addEventListener('toggle', onToggle);
    document.addEventListener('scroll', onScroll, true);
    window.addEventListener('resize', onResize);
    return () => {
      popover.removeEventListener('toggle', onToggle);
      document.removeEventListener('scroll', onScroll, true);
      window.removeEventListener('resize', onResize);
      const hadFocus = popover.contains(document.activeElement);
      popover.hidePopover();
      if (hadFocus) button.focus();
    };
  }, [anchor, align]);

  return (
    <div ref={element} id={id} popover="auto" className={[styles.popover, className].filter(Boolean).join(' ')}>
      {children}
    </div>
  );
}

/** Whether something of the button is inside of what scrolls it. */
function isSeen(button: HTMLElement, scroller: Node): boolean {
  const box = button.getBoundingClientRect();
  const frame = scroller instanceof Element ? scroller.getBoundingClientRect() : null;
  const { top = 0, bottom = window.innerHeight, left = 0, right = window.innerWidth } = frame ?? {};
  return box.bottom > top && box.top < bottom && box.right > left && box.left < right;
}

/** Below the button, above it where there is more room; never over the edge of the window. */
function place(popover: HTMLElement, button: HTMLElement, align: 'start' | 'end'): void {
  const box = button.getBoundingClientRect();
  const size = popover.getBoundingClientRect();
  const atLeft = (align === 'start') === (getComputedStyle(button).direction === 'ltr');
  const left = atLeft ? box.left : box.right - size.width;
  const below = window.innerHeight - box.bottom - gapPx - edgePx;
  const above = box.top - gapPx - edgePx;
  const goesBelow = size.height <= below || below >= above;
  const top = goesBelow ? box.bottom + gapPx : box.top - gapPx - size.height;
  popover.style.left = `${Math.max(edgePx, Math.min(left, window.innerWidth - size.width - edgePx))}px`;
  popover.style.top = `${Math.max(edgePx, Math.min(top, window.innerHeight - size.height - edgePx))}px`;
}
