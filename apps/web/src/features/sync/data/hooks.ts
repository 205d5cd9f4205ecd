import { unrestricted } from '@parley/contract/permissions';
import type { MemberAccess, Thread, User, UserGroup } from '@parley/contract/types';
import { createContext, use, useEffect, useMemo } from 'react';
import { session } from '../../../platform/browser-session.ts';
import { useReadable } from '../../../platform/store.ts';
import type { AccountPhase, LiveAccount } from './account.ts';
import type { Draft } from './cache.ts';
import type { ConnectionState } from './connection.ts';
import type { MessageWindow } from './message-window.ts';
import { type ContactEntry, contactQueueKey, type NoteEntry, noteQueueKey, type OutboxEntry } from './outgoing.ts';
import type { PresentMember } from './presence.ts';
import type { RowCollection, Rows } from './store.ts';
import type { ThreadSelection } from './thread-list.ts';
import type { ThreadQuery } from './thread-queries.ts';
import type { Topic } from './topics.ts';

const AccountContext = createContext<LiveAccount | null>(null);

/** Provides the account to the screens inside it. */
export const AccountProvider = AccountContext.Provider;

/** The account of the screen. @throws Error outside an `AccountProvider` */
export function useAccount(): LiveAccount {
  const account = use(AccountContext);
  if (account === null) throw new Error('This needs an AccountProvider around it.');
  return account;
}

/** Reads a value whose identity changes only when its topic is touched. */
export function useTopic<T>(account: LiveAccount, topic: Topic, get: () => T): T {
  const { topics } = account.store;
  // One function per topic, or every render would subscribe again.
  const subscribe = useMemo(() => topics.subscribe.bind(topics, topic), [topics, topic]);
  return useReadable({ get, subscribe });
}

/** The uploaded share of a queued message's file, 0 to 1; null while it is not uploading. */
export function useUploadProgress(entryId: string): number | null {
  const account = useAccount();
  return useTopic(account, `upload/${entryId}`, () => account.outbox.uploadProgress(entryId));
}

export function useConnectionState(): ConnectionState {
  const account = useAccount();
  return useTopic(account, 'connection', () => account.connection());
}

export function useAccountPhase(): AccountPhase {
  const account = useAccount();
  return useTopic(account, 'phase', () => account.phase());
}

/** A thread as the user sees it, with optimistic changes. */
export function useThread(threadId: string): Thread | undefined {
  const account = useAccount();
  return useTopic(account, `threads/${threadId}`, () => account.store.threads.get(threadId));
}

/** A query of threads, latest activity first; see `ThreadList.select`. */
export function useThreads(query: ThreadQuery): ThreadSelection {
  const account = useAccount();
  return useTopic(account, 'threads', () => account.store.threads.select(query));
}

/** The loaded messages of a thread. */
export function useMessageWindow(threadId: string): MessageWindow | undefined {
  const account = useAccount();
  return useTopic(account, `window/${threadId}`, () => account.store.window(threadId));
}

export function useOutboxOf(threadId: string): readonly OutboxEntry[] {
  const account = useAccount();
  return useTopic(account, `outbox/${threadId}`, () => account.outbox.ofThread(threadId));
}

/** The other members in a thread now; asks about it while the caller is on screen. */
export function usePresent(threadId: string): readonly PresentMember[] {
  const account = useAccount();
  useEffect(() => account.presence.watch(threadId), [account, threadId]);
  return useTopic(account, `presence/${threadId}`, () => account.presence.of(threadId));
}

export function useNotesWaiting(threadId: string): readonly NoteEntry[] {
  const account = useAccount();
  return useTopic(account, `outbox/${noteQueueKey(threadId)}`, () => account.outbox.notesOf(threadId));
}

/** Changes of a contact that have not reached the server. */
export function useContactWaiting(contactId: string): readonly ContactEntry[] {
  const account = useAccount();
  return useTopic(account, `outbox/${contactQueueKey(contactId)}`, () => account.outbox.ofContact(contactId));
}

/** Threads with an unread note that mentions the user; null until known. */
export function useMentioned(): ReadonlySet<string> | null {
  const account = useAccount();
  return useTopic(account, 'mentioned', () => account.store.mentioned());
}

export function useDraft(threadId: string): Draft | undefined {
  const account = useAccount();
  return useTopic(account, `drafts/${threadId}`, () => account.drafts.get(threadId));
}

/** The draft that came last from another device of the user; a new object with each. */
export function useTakenDraft(threadId: string): Draft | undefined {
  const account = useAccount();
  return useTopic(account, `drafts/${threadId}`, () => account.drafts.taken(threadId));
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

/** Finds a member; the function's identity changes whenever a name changed. */
export function useFindUser(): (id: string) => User | undefined {
  const users = useRows('users');
  return useMemo(() => {
    const byId = new Map(users.map((user) => [user.id, user]));
    return (id: string) => byId.get(id);
  }, [users]);
}

/** Finds a group; the function's identity changes whenever a group changed. */
export function useFindGroup(): (id: string) => UserGroup | undefined {
  const groups = useRows('user_groups');
  return useMemo(() => {
    const byId = new Map(groups.map((group) => [group.id, group]));
    return (id: string) => byId.get(id);
  }, [groups]);
}

/**
 * The user's permissions as last received from the server, for `refusalOf` of the contract. A change of role or
 * restrictions arrives within a second. Until then the session's role applies.
 */
export function useAccess(): MemberAccess {
  const account = useAccount();
  const access = useTopic(account, 'access', () => account.store.access());
  return useMemo(() => access ?? accessOfSession(), [access]);
}

function accessOfSession(): MemberAccess {
  const state = session.state();
  const role = state.status === 'signed-out' ? null : state.claims.role;
  return { role: role ?? 'User', restrictions: unrestricted, users_may_delete_all_contacts: false };
}
