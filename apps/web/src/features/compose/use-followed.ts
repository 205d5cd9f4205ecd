import type { Message } from '@parley/contract/types';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../platform/query.tsx';
import { useAccount } from '../sync/public.ts';

/** Changes gather so long before messages are read again, milliseconds. */
const gatherMs = 250;
const key = 'composed-message';

/** Messages as they are now, by id; what the feed tells is read at once. */
export function useFollowed(ids: readonly string[]): ReadonlyMap<string, Message> {
  const account = useAccount();
  const read = useQueries({
    queries: ids.map((id) => ({
      queryKey: [key, id],
      queryFn: () => account.api('GET /api/messages/{id}', { params: { id } }),
    })),
  });
  useOnMessages(() => void queryClient.invalidateQueries({ queryKey: [key] }));
  return new Map(read.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])));
}

/** A message as the server has just answered it. */
export function keepFollowed(message: Message): void {
  queryClient.setQueryData([key, message.id], message);
}

/** Does something a moment after messages changed, and after the connection came back. */
export function useOnMessages(work: () => void): void {
  const { topics } = useAccount().store;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, gatherMs);
    };
    const stops = [topics.subscribe('messages', soon), topics.subscribe('connection', soon)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  });
}
