import { useEffect, useRef } from 'react';
import { type Topic, useAccount } from '../../sync/public.ts';

/**
 * Reads again when the feed reports a topic or the connection is back. Changes are debounced, and a change during a
 * read is followed by another read: only one runs at a time.
 * @param debounceMs milliseconds
 */
export function useCampaignUpdates(topic: Topic, read: () => Promise<unknown>, debounceMs = 400): void {
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
      else timer ??= setTimeout(() => void look(), debounceMs);
    };
    const stops = [topics.subscribe(topic, soon), topics.subscribe('connection', soon)];
    return () => {
      stopped = true;
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [topics, topic, debounceMs]);
}
