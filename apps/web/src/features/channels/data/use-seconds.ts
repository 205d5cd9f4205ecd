import { useEffect, useState } from 'react';

const everyMs = 5_000;

/** The current time, milliseconds since 1970, every five seconds: precise enough for "12 seconds ago". */
export function useSeconds(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
