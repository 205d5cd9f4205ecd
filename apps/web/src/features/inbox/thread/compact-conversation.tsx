import type { Thread } from '@parley/contract/types';
import { useEffect } from 'react';
import { threadsOf, useAccount } from '../../sync/public.ts';
import { ConversationTimeline } from './conversation-timeline.tsx';

/**
 * The messages of a thread with a field outside of this feature: without replies and without restoring text into it.
 */
export function CompactConversation({ thread }: { thread: Thread }) {
  const account = useAccount();
  useEffect(() => threadsOf(account).open(thread.id), [account, thread.id]);
  return <ConversationTimeline thread={thread} mayReadRaw={false} />;
}
