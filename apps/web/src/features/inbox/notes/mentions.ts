import type { Note } from '@parley/contract/types';
import type { LiveAccount } from '../../sync/public.ts';

/** Whether a note names the person of this account; who wrote it is never meant. */
export function namesMe({ store }: LiveAccount, { created_by: by, mentions }: Note): boolean {
  if (by === store.uid) return false;
  if (mentions.user_ids.includes(store.uid)) return true;
  return mentions.group_ids.some((id) => store.row('user_groups', id)?.member_ids.includes(store.uid));
}

/**
 * Keeps `store.mentioned()` right: asks the server at every connection, whenever a note that names the person comes in, and
 * when the page is looked at again, because what is read on another device makes no row of the feed.
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
  // Whoever sees only what is theirs finds older notes in what they are given.
  const onThreads = () => {
    if (!account.store.standing()?.restrictions.only_assigned) return;
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

/** The notes that name the person and where they stand: joined conversations take theirs along. */
function namedIn(account: LiveAccount): string {
  const named = account.store.list('notes').filter((note) => namesMe(account, note));
  return named
    .map(({ id, thread_id: thread }) => `${id} ${thread}`)
    .sort()
    .join();
}

/** What names the person in a thread was seen. A failure is left to the next look: the server still has it as unread. */
export async function markMentionsRead(account: LiveAccount, threadId: string): Promise<void> {
  const unread = new Set(account.store.mentioned());
  if (!unread.delete(threadId)) return;
  account.store.setMentioned(unread);
  await account.api('POST /api/threads/{id}/mentions/read', { params: { id: threadId } }).catch(() => undefined);
}
