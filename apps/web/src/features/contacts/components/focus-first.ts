/** A ref that focuses an element when it appears. Always the same function, so that it runs only then. */
export function focusFirst(element: HTMLElement | null): void {
  element?.focus();
}
