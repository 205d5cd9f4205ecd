import { useEffect, useLayoutEffect, useRef } from 'react';

/** Sets the height of a field to its text, up to the eight lines its style allows. */
export function useGrowing(field: { current: HTMLTextAreaElement | null }, text: string): void {
  const grow = useRef(() => {
    const element = field.current;
    // Most browsers do it by its style; asking for the height would lay out the page at every key.
    if (element === null || CSS.supports('field-sizing', 'content')) return;
    element.style.blockSize = 'auto';
    element.style.blockSize = `${element.scrollHeight}px`;
  });
  const measured = useRef('');
  useLayoutEffect(() => {
    if (measured.current === text) return;
    measured.current = text;
    grow.current();
  });
  useEffect(() => {
    const { current } = grow;
    window.addEventListener('resize', current);
    return () => window.removeEventListener('resize', current);
  }, []);
}
