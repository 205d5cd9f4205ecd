import { useLayoutEffect, useRef } from 'react';

const withKeysOfTheirOwn = 'a, button, select, textarea, input:not([data-enter-next]), [contenteditable], [role="tab"]';

/** Enter goes on where it means nothing else: outside of controls, and in fields that say so. @param act null: it cannot go on */
export function useEnter(act: (() => void) | null): void {
  const latest = useRef(act);
  // With the page that says so, not after it is painted: a press may come between.
  useLayoutEffect(() => {
    latest.current = act;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, repeat, isComposing } = event;
      if (key !== 'Enter' || repeat || isComposing || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (document.querySelector('dialog:modal') !== null) return;
      if (target instanceof Element && target.closest(withKeysOfTheirOwn) !== null) return;
      latest.current?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
