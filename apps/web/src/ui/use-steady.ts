import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function at every render, which does what the latest one does: memoized components stay as they are. For handlers. */
export function useSteady<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
