import { useLayoutEffect, useRef } from 'react';

const keyboardControls = 'a, button, select, textarea, input:not([data-enter-next]), [contenteditable], [role="tab"]';

/**
 * Enter continues to the next step outside of controls, and in fields marked `data-enter-next`.
 * @param act null: there is no next step now
 */
export function useEnterKey(act: (() => void) | null): void {
  const latest = useRef(act);
  // In a layout effect: a key may be pressed before the page is painted.
  useLayoutEffect(() => {
    latest.current = act;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, repeat, isComposing } = event;
      if (key !== 'Enter' || repeat || isComposing || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (document.querySelector('dialog:modal') !== null) return;
      if (target instanceof Element && target.closest(keyboardControls) !== null) return;
      latest.current?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
