/** A ref that gives the focus to what was asked for, when it appears; the same function always, so only then. */
export function focusFirst(element: HTMLElement | null): void {
  element?.focus();
}
