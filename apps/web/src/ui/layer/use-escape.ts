import { useEffect, useRef } from 'react';

/** What Escape leaves, the topmost last. */
const layers: { leave: () => void }[] = [];

/**
 * The one rule of Escape: it closes the topmost layer and nothing else. Dialogs, popovers and fields with a list take
 * it first; then comes whatever asked last with this hook and is still there.
 * @param leave absent while there is nothing to leave
 */
export function useEscape(leave: (() => void) | undefined): void {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  const active = leave !== undefined;
  useEffect(() => {
    if (!active) return;
    const layer = { leave: () => latest.current?.() };
    if (layers.push(layer) === 1) document.addEventListener('keydown', onKey);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) document.removeEventListener('keydown', onKey);
    };
  }, [active]);
}

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
  // The browser closes these by itself, wherever the focus is: the focused element may be gone.
  if (document.querySelector('dialog:modal, [popover="auto"]:popover-open') !== null) return;
  event.preventDefault();
  layers.at(-1)?.leave();
}
