import { useLayoutEffect } from 'react';
import { useSteady } from './use-steady.ts';

/**
 * Gives something that loaded the focus before the next key arrives, which an effect may come after. In a popover, once it
 * is shown. The next letter goes behind what was typed before.
 */
export function useEarlyFocus(find: () => HTMLElement | null | undefined): void {
  const focus = useSteady(() => {
    const element = find();
    element?.focus();
    if (element instanceof HTMLInputElement) element.setSelectionRange(element.value.length, element.value.length);
  });
  useLayoutEffect(() => queueMicrotask(focus), [focus]);
}
