import { useEffect, useState } from 'react';

const everyMs = 5_000;

/** The present, milliseconds since 1970, every five seconds: "12 seconds ago" is not worth more. */
export function useSeconds(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
