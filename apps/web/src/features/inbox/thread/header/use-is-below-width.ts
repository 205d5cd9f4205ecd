import { type RefObject, useLayoutEffect, useState } from 'react';

/** The answers that were right last, by px: the next element is most likely as wide. */
const lastAnswers = new Map<number, boolean>();

/**
 * Whether an element is below a width in px; renders again when that changes. The observer reports before the first
 * paint, when the browser lays the page out anyway: reading the width here would make it do so twice.
 */
export function useIsBelowWidth(element: RefObject<HTMLElement | null>, px: number): boolean {
  const [isBelow, setIsBelow] = useState(lastAnswers.get(px) ?? false);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const measure = (width: number) => {
      lastAnswers.set(px, width < px);
      setIsBelow(width < px);
    };
    const watcher = new ResizeObserver(([entry]) => {
      const width = entry?.borderBoxSize[0]?.inlineSize;
      if (width !== undefined) measure(width);
    });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element, px]);
  return isBelow;
}
