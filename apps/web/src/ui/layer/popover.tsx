import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { type PopoverAlign, showBeside } from './place-popover.ts';
import styles from './popover.module.css';

export type PopoverProps = {
  /** The element it is positioned next to. */
  anchor: RefObject<HTMLElement | null>;
  /** The edge of the anchor it is aligned with. */
  align?: PopoverAlign;
  onClose: () => void;
  className?: string;
  children: ReactNode;
};

/**
 * A popover next to its button, in the top layer so that no pane clips it. Escape and a click outside close it. It
 * moves with its button when that is scrolled, and closes when the button is scrolled out of sight: a page that still
 * scrolls from the wheel, or to show the button, does not close what was just opened.
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
    const stopFollowing = showBeside(popover, button, align, () => close.current());
    const onToggle = (event: ToggleEvent) => {
      if (event.newState === 'closed' && popover.isConnected) close.current();
    };
    popover.addEventListener('toggle', onToggle);
    return () => {
      popover.removeEventListener('toggle', onToggle);
      stopFollowing();
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
