import type { Message } from '@parley/contract/types';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../../platform/query.tsx';
import { useAccount } from '../../sync/public.ts';

/** Debounce before messages are read again after a change, milliseconds. */
const debounceMs = 250;
const key = 'composed-message';

/** Messages by id, kept up to date by the change feed. */
export function useLiveMessages(ids: readonly string[]): ReadonlyMap<string, Message> {
  const account = useAccount();
  const read = useQueries({
    queries: ids.map((id) => ({
      queryKey: [key, id],
      queryFn: () => account.api('GET /api/messages/{id}', { params: { id } }),
    })),
  });
  useOnMessageChange(() => void queryClient.invalidateQueries({ queryKey: [key] }));
  return new Map(read.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])));
}

/** Applies a message that the server has just returned. */
export function storeLiveMessage(message: Message): void {
  queryClient.setQueryData([key, message.id], message);
}

/** Runs a callback after messages changed, debounced, and after a reconnect. */
export function useOnMessageChange(work: () => void): void {
  const { topics } = useAccount().store;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, debounceMs);
    };
    const followed = ['messages', 'scheduled_messages', 'connection'] as const;
    const stops = followed.map((topic) => topics.subscribe(topic, soon));
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  });
}
