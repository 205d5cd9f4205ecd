import type { Message } from '@parley/contract/types';
import { useEffect, useMemo } from 'react';
import { afterPaint } from '../../../platform/after-paint.ts';
import { useAccount, useConnectionState, useRows } from '../../sync/public.ts';
import { scheduledOf } from './scheduled.ts';

/** The scheduled messages of a thread, the next one first: those of the device, read again with every connection. */
export function useScheduled(threadId: string): readonly Message[] {
  const account = useAccount();
  const all = useRows('scheduled_messages');
  const live = useConnectionState() === 'live';
  useEffect(() => {
    if (!live) return;
    const { store } = account;
    const before = scheduledOf(store.list('scheduled_messages'), threadId);
    return afterPaint(() => {
      account.api('GET /api/threads/{id}/scheduled', { params: { id: threadId } }).then(
        ({ data }) => {
          const scheduledIds = new Set(data.map(({ id }) => id));
          store.putRows('scheduled_messages', data);
          // What was sent or cancelled while this device was away.
          for (const { id, version } of before)
            if (!scheduledIds.has(id)) store.dropRow('scheduled_messages', id, version);
        },
        () => undefined, // The next connection reads again.
      );
    });
  }, [account, threadId, live]);
  return useMemo(() => scheduledOf(all, threadId), [all, threadId]);
}
