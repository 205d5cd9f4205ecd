import type { Note } from '@parley/contract/types';
import type { LiveAccount } from '../../sync/public.ts';

/** Whether a note mentions the user of this account; authors do not mention themselves. */
export function namesMe({ store }: LiveAccount, { created_by: by, mentions }: Note): boolean {
  if (by === store.uid) return false;
  if (mentions.user_ids.includes(store.uid)) return true;
  return mentions.group_ids.some((id) => store.row('user_groups', id)?.member_ids.includes(store.uid));
}

/**
 * Keeps `store.mentioned()` current: asks the server after every connect, whenever a note that mentions the user
 * arrives, and when the page becomes visible, because reading on another device does not change a row of the feed.
 * @returns stops it
 */
export function followMentions(account: LiveAccount): () => void {
  const { topics } = account.store;
  let named = namedIn(account);
  let threads = 0;
  let asking = false;
  let askAgain = false;
  const ask = async () => {
    if (asking) {
      askAgain = true;
      return;
    }
    asking = true;
    do {
      askAgain = false;
      const answer = await account.api('GET /api/mentions/unread', {}).catch(() => null);
      if (answer !== null) account.store.setMentioned(answer.thread_ids);
    } while (askAgain);
    asking = false;
  };
  const onNotes = () => {
    const now = namedIn(account);
    if (now !== named) void ask();
    named = now;
  };
  // Users with a restricted scope find older notes in conversations assigned to them later.
  const onThreads = () => {
    if (!account.store.access()?.restrictions.only_assigned) return;
    const now = account.store.threads.all().length;
    if (now !== threads) void ask();
    threads = now;
  };
  const onConnection = () => {
    if (account.connection() === 'live') void ask();
  };
  const onLook = () => {
    if (document.visibilityState === 'visible') onConnection();
  };
  const stops = [
    topics.subscribe('notes', onNotes),
    topics.subscribe('threads', onThreads),
    topics.subscribe('connection', onConnection),
  ];
  document.addEventListener('visibilitychange', onLook);
  onConnection();
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', onLook);
  };
}

/** The notes that mention the user and their threads: merged conversations take their notes along. */
function namedIn(account: LiveAccount): string {
  const named = account.store.list('notes').filter((note) => namesMe(account, note));
  return named
    .map(({ id, thread_id: thread }) => `${id} ${thread}`)
    .sort()
    .join();
}

/**
 * Marks the mentions of a thread as read. After a failure the next visit tries again, because the server still has them
 * as unread.
 */
export async function markMentionsRead(account: LiveAccount, threadId: string): Promise<void> {
  const unread = new Set(account.store.mentioned());
  if (!unread.delete(threadId)) return;
  account.store.setMentioned(unread);
  await account.api('POST /api/threads/{id}/mentions/read', { params: { id: threadId } }).catch(() => undefined);
}
