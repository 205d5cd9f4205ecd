import { useCallback, useEffect, useState } from 'react';
import { useAccount, useConnectionState } from '../../sync/public.ts';
import { findThread } from '../data.ts';
import { TimelineSkeleton } from './conversation-timeline.tsx';
import { ConversationUnreachable, NoSuchConversation } from './no-conversation.tsx';

/** A thread that the address names and this device does not hold: it is asked for, and its absence said. */
export function MissingThread({ threadId, onBack }: { threadId: string; onBack: () => void }) {
  const account = useAccount();
  const connection = useConnectionState();
  const [state, setState] = useState<'asking' | 'missing' | 'unreachable'>('asking');
  const ask = useCallback(() => {
    setState('asking');
    void findThread(account, threadId)
      .then((found) => setState(found ? 'asking' : 'missing'))
      .catch(() => setState('unreachable'));
  }, [account, threadId]);
  useEffect(() => {
    if (connection !== 'reconnecting') ask();
  }, [ask, connection]);
  if (state === 'missing') return <NoSuchConversation onBack={onBack} />;
  return state === 'unreachable' ? <ConversationUnreachable onRetry={ask} /> : <TimelineSkeleton />;
}
