import type { Thread } from '@parley/contract/types';
import { useEffect, useRef, useState } from 'react';
import { threadsOf, useAccount, useConnectionState, useMentioned } from '../../sync/public.ts';
import { markRead } from '../bubble/actions/thread-actions.ts';
import { markMentionsRead } from '../notes/mentions.ts';

/** Keeps the thread's messages current, and marks it as read while it is visible. */
export function useOpenThread(thread: Thread): void {
  const account = useAccount();
  const looking = useIsLooking();
  useEffect(() => threadsOf(account).open(thread.id), [account, thread.id]);
  const live = useConnectionState() === 'live';
  const unread = thread.unread_count > 0;
  const announced = useRef('');
  useEffect(() => {
    // One try per change of the thread and per connection, so that offline failures do not loop.
    const occasion = `${thread.version} ${live}`;
    if (!looking || !unread || announced.current === occasion) return;
    announced.current = occasion;
    void markRead(account, thread.id);
  }, [account, thread.id, thread.version, looking, unread, live]);
  const named = useMentioned()?.has(thread.id) ?? false;
  useEffect(() => {
    if (looking && live && named) void markMentionsRead(account, thread.id);
  }, [account, thread.id, looking, live, named]);
}

/** Whether the page is visible and has the focus. */
function useIsLooking(): boolean {
  const read = () => document.visibilityState === 'visible' && document.hasFocus();
  const [looking, setLooking] = useState(read);
  useEffect(() => {
    const update = () => setLooking(document.visibilityState === 'visible' && document.hasFocus());
    for (const name of ['focus', 'blur']) window.addEventListener(name, update);
    document.addEventListener('visibilitychange', update);
    return () => {
      for (const name of ['focus', 'blur']) window.removeEventListener(name, update);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return looking;
}
