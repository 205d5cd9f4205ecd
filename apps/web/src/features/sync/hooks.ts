import { unrestricted } from '@parley/contract/rights';
import type { Standing, Thread, User, UserGroup } from '@parley/contract/types';
import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import { session } from '../../platform/browser-session.ts';
import type { AccountPhase, LiveAccount } from './account.ts';
import { currentAccount, onAccountChange } from './browser-account.ts';
import type { Draft } from './cache.ts';
import type { ConnectionState } from './connection.ts';
import type { MessageWindow } from './message-window.ts';
import { type NoteEntry, noteLane, type OutboxEntry } from './outbox-entry.ts';
import type { RowCollection, Rows } from './store.ts';
import type { ThreadSelection } from './thread-list.ts';
import type { ThreadQuery } from './thread-queries.ts';

const AccountContext = createContext<LiveAccount | null>(null);

/** Gives the screens inside it their account. */
export const AccountProvider = AccountContext.Provider;

/** The account this tab's session is in, or null until it is live. */
export function useCurrentAccount(): LiveAccount | null {
  return useSyncExternalStore(onAccountChange, currentAccount);
}

/** The account of the screen. @throws Error outside an `AccountProvider` */
export function useAccount(): LiveAccount {
  const account = use(AccountContext);
  if (account === null) throw new Error('This needs an AccountProvider around it.');
  return account;
}

/** Reads a value that stays the same object until its topic is touched. */
function useTopic<T>(account: LiveAccount, topic: string, read: () => T): T {
  const { topics } = account.store;
  const subscribe = useCallback((listener: () => void) => topics.subscribe(topic, listener), [topics, topic]);
  return useSyncExternalStore(subscribe, read);
}

/** How much of the file of a waiting message has left, 0 to 1; null while none of it leaves. */
export function useUploadShare(entryId: string): number | null {
  const account = useAccount();
  return useTopic(account, `upload/${entryId}`, () => account.outbox.uploadShare(entryId));
}

export function useConnectionState(): ConnectionState {
  const account = useAccount();
  return useTopic(account, 'connection', () => account.connection());
}

export function useAccountPhase(): AccountPhase {
  const account = useAccount();
  return useTopic(account, 'phase', () => account.phase());
}

/** A thread as this person sees it, their own unanswered changes included. */
export function useThread(threadId: string): Thread | undefined {
  const account = useAccount();
  return useTopic(account, `threads/${threadId}`, () => account.store.threads.get(threadId));
}

/** A selection of threads, latest activity first; see `ThreadList.select`. */
export function useThreads(query: ThreadQuery): ThreadSelection {
  const account = useAccount();
  return useTopic(account, 'threads', () => account.store.threads.select(query));
}

/** The messages of a thread that are held. */
export function useMessageWindow(threadId: string): MessageWindow | undefined {
  const account = useAccount();
  return useTopic(account, `window/${threadId}`, () => account.store.window(threadId));
}

export function useOutboxOf(threadId: string): readonly OutboxEntry[] {
  const account = useAccount();
  return useTopic(account, `outbox/${threadId}`, () => account.outbox.ofThread(threadId));
}

export function useNotesWaiting(threadId: string): readonly NoteEntry[] {
  const account = useAccount();
  return useTopic(account, `outbox/${noteLane(threadId)}`, () => account.outbox.notesOf(threadId));
}

/** Threads with an unread note that names this person; null until that is known. */
export function useMentioned(): ReadonlySet<string> | null {
  const account = useAccount();
  return useTopic(account, 'mentioned', () => account.store.mentioned());
}

export function useDraft(threadId: string): Draft | undefined {
  const account = useAccount();
  return useTopic(account, `drafts/${threadId}`, () => account.drafts.get(threadId));
}

/** One row, or undefined while it is unknown. */
export function useRow<K extends RowCollection>(collection: K, id: string): Rows[K] | undefined {
  const account = useAccount();
  return useTopic(account, `${collection}/${id}`, () => account.store.row(collection, id));
}

/** All rows of a small collection, by name. */
export function useRows<K extends Exclude<RowCollection, 'threads'>>(collection: K): readonly Rows[K][] {
  const account = useAccount();
  return useTopic(account, collection, () => account.store.list(collection));
}

/** Finds a colleague; the function is another one whenever a name changed. */
export function useFindUser(): (id: string) => User | undefined {
  const users = useRows('users');
  return useMemo(() => {
    const byId = new Map(users.map((user) => [user.id, user]));
    return (id: string) => byId.get(id);
  }, [users]);
}

/** Finds a group; the function is another one whenever a group changed. */
export function useFindGroup(): (id: string) => UserGroup | undefined {
  const groups = useRows('user_groups');
  return useMemo(() => {
    const byId = new Map(groups.map((group) => [group.id, group]));
    return (id: string) => byId.get(id);
  }, [groups]);
}

/**
 * What decides about this person's rights, as the server said it last: `refusalOf` of the contract tells from it. A
 * change of role or limits arrives here within a second. Before the server was heard the session's role counts.
 */
export function useStanding(): Standing {
  const account = useAccount();
  const said = useTopic(account, 'standing', () => account.store.standing());
  return useMemo(() => said ?? standingOfSession(), [said]);
}

function standingOfSession(): Standing {
  const state = session.state();
  const role = state.status === 'signed-out' ? null : state.claims.role;
  return { role: role ?? 'User', restrictions: unrestricted, users_may_delete_all_contacts: false };
}
