import { useEffect, useRef } from 'react';
import { useAccount } from '../sync/public.ts';

/**
 * Reads again when the feed names a topic or the connection comes back. Changes gather, and a change that comes while one
 * reads is read after it: however fast they come, one reading at a time runs to its end.
 * @param gatherMs changes gather so long, milliseconds
 */
export function useFollow(topic: string, read: () => Promise<unknown>, gatherMs = 400): void {
  const { topics } = useAccount().store;
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let reading = false;
    let again = false;
    let stopped = false;
    const look = async () => {
      timer = undefined;
      reading = true;
      again = false;
      await latest.current().catch(() => undefined);
      reading = false;
      if (again && !stopped) soon();
    };
    const soon = () => {
      if (reading) again = true;
      else timer ??= setTimeout(() => void look(), gatherMs);
    };
    const stops = [topics.subscribe(topic, soon), topics.subscribe('connection', soon)];
    return () => {
      stopped = true;
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [topics, topic, gatherMs]);
}
