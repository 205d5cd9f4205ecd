import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls to a section that the address names: the router scrolled before the section was rendered. */
export function useHashTarget(id: string | undefined): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (id !== undefined && window.location.hash === `#${id}`) section.current?.scrollIntoView();
  }, [id]);
  return section;
}
