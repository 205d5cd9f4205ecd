import { useEffect, useState } from 'react';

/** A text after no change for a moment: typing is debounced before a request. */
export function useDebounced(text: string, gatherMs = 200): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), gatherMs);
    return () => clearTimeout(timer);
  }, [text, gatherMs]);
  return later;
}
