import { useEffect, useRef } from 'react';
import { createStore } from '../../../platform/store.ts';
import { toast } from '../../../ui/toast.ts';
import { type LiveAccount, threadsOf, useAccount, useMessageWindow } from '../../sync/public.ts';

type Jump = { threadId: string; messageId: string };

const useJump = createStore<{ wanted: Jump | null }>({ wanted: null });
/** Older messages are read this many at a time on the way to one. */
const pageSize = 200;

/** The next time this conversation is shown, its timeline goes to a message. */
export function wantMessage(threadId: string, messageId: string): void {
  useJump.set({ wanted: { threadId, messageId } });
}

/**
 * Goes to the message that a search wanted, reading older ones until it is there.
 * @param shown whether the list is on screen
 * @param scrollTo called once the message is in the list
 * @param failed the words for a message that cannot be reached
 */
export function useJumpToMessage(
  threadId: string,
  shown: boolean,
  scrollTo: (messageId: string) => void,
  failed: string,
): void {
  const account = useAccount();
  const wanted = useJump((jump) => (jump.wanted?.threadId === threadId ? jump.wanted.messageId : null));
  const window = useMessageWindow(threadId);
  const reading = useRef(false);
  const latest = useRef({ scrollTo, failed });
  useEffect(() => {
    latest.current = { scrollTo, failed };
  });
  useEffect(() => {
    if (wanted === null || window === undefined || !shown || reading.current) return;
    if (window.messages.some(({ id }) => id === wanted)) {
      useJump.set({ wanted: null });
      latest.current.scrollTo(wanted);
      return;
    }
    const giveUp = () => {
      useJump.set({ wanted: null });
      toast({ message: latest.current.failed });
    };
    if (window.olderCursor === null) return giveUp();
    reading.current = true;
    readOlder(account, threadId)
      .catch(giveUp)
      .finally(() => {
        reading.current = false;
      });
  }, [account, threadId, wanted, window, shown]);
}

function readOlder(account: LiveAccount, threadId: string): Promise<void> {
  return threadsOf(account).loadOlder(threadId, pageSize);
}
