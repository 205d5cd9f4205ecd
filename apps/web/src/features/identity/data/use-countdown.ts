import { useCallback, useEffect, useState } from 'react';

/**
 * Counts down seconds from `initial`. `start` sets them again; they never go below 0. Uses the page's monotonic
 * clock, so that a changed system time has no effect.
 */
export function useCountdown(initial = 0): { left: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(() => (initial > 0 ? performance.now() + initial * 1000 : null));
  const [left, setLeft] = useState(initial);
  useEffect(() => {
    if (end === null) return;
    const look = () => {
      const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(seconds);
      if (seconds === 0) setEnd(null);
    };
    const timer = window.setInterval(look, 500);
    return () => window.clearInterval(timer);
  }, [end]);
  const start = useCallback((seconds: number) => {
    setLeft(seconds);
    setEnd(performance.now() + seconds * 1000);
  }, []);
  return { left, start };
}
