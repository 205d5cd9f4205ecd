import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { type PopoverAlign, place, showBeside } from './place-popover.ts';
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
 * A popover next to its button, in the top layer so that no pane clips it. Escape, a click outside and one on its
 * button close it. It moves with its button when that is scrolled, and closes when the button is scrolled out of sight:
 * a page that still scrolls from the wheel, or to show the button, does not close what was just opened.
 */
export function Popover({ anchor, align = 'start', onClose, className, children }: PopoverProps) {
  const element = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const id = useId();
  const dismissed = useRef(false);
  const focused = useRef<HTMLElement | null>(null);

  useLayoutEffect(() => {
    const popover = element.current;
    const button = anchor.current;
    if (popover === null || button === null) return;
    dismissed.current = false;
    const stopFollowing = showBeside(popover, button, align, () => close.current());
    const onBeforeToggle = (event: ToggleEvent) => {
      dismissed.current = event.newState === 'closed';
    };
    const onFocus = (event: FocusEvent) => {
      focused.current = event.target instanceof HTMLElement ? event.target : null;
    };
    popover.addEventListener('beforetoggle', onBeforeToggle);
    popover.addEventListener('focusin', onFocus);
    const onToggle = (event: ToggleEvent) => {
      if (event.newState === 'closed' && popover.isConnected) close.current();
    };
    popover.addEventListener('toggle', onToggle);
    // A press on its button would dismiss it and the click open it again; one on its invoker only toggles it. After
    // the click that opened it, which would do that too.
    const invoker = button instanceof HTMLButtonElement ? button : null;
    const linking = setTimeout(() => {
      if (invoker !== null) invoker.popoverTargetElement = popover;
    });
    return () => {
      clearTimeout(linking);
      if (invoker !== null) invoker.popoverTargetElement = null;
      popover.removeEventListener('toggle', onToggle);
      popover.removeEventListener('beforetoggle', onBeforeToggle);
      popover.removeEventListener('focusin', onFocus);
      stopFollowing();
      const hadFocus = popover.contains(document.activeElement);
      popover.hidePopover();
      if (hadFocus) button.focus();
    };
  }, [anchor, align]);

  // A row that is moved in its list takes its popover along, and the browser hides what is moved without an event.
  useLayoutEffect(() => {
    const popover = element.current;
    const button = anchor.current;
    if (popover === null || button === null || dismissed.current || popover.matches(':popover-open')) return;
    popover.showPopover();
    place(popover, button, align);
    focused.current?.focus();
  });

  return (
    <div ref={element} id={id} popover="auto" className={[styles.popover, className].filter(Boolean).join(' ')}>
      {children}
    </div>
  );
}
