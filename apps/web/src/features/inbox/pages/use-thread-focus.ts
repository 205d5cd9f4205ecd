import { type RefObject, useEffect } from 'react';

/** The conversation that was open last; undefined until a page is shown, whose focus begins at its top. */
let opened: string | null | undefined;

/**
 * Opening a conversation moves the focus to it, so that Tab goes on there, and leaving it moves the focus back to its row. A
 * field that is typed in keeps it.
 * @param shownId the open conversation; null while there is none, undefined while it loads
 */
export function useThreadFocus(
  shownId: string | null | undefined,
  region: RefObject<HTMLElement | null>,
  focusRow: (threadId: string) => void,
): void {
  useEffect(() => {
    if (shownId === undefined || shownId === opened) return;
    const before = opened;
    opened = shownId;
    if (before === undefined || document.activeElement?.matches('input, textarea')) return;
    if (shownId !== null) region.current?.focus({ preventScroll: true });
    else if (before !== null) focusRow(before);
  });
}
