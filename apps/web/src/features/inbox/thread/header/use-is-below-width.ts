import { type RefObject, useLayoutEffect, useState } from 'react';

/** The answer that was right last: the next element is most likely as wide. */
let lastAnswer = false;

/**
 * Whether an element is below a width in px; renders again when that changes. The observer reports before the first
 * paint, when the browser lays the page out anyway: reading the width here would make it do so twice.
 */
export function useIsBelowWidth(element: RefObject<HTMLElement | null>, px: number): boolean {
  const [isBelow, setIsBelow] = useState(lastAnswer);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const measure = (width: number) => {
      lastAnswer = width < px;
      setIsBelow(lastAnswer);
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
