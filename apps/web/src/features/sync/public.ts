export { LiveAccount } from './data/account.ts';
export { startLive, useCurrentAccount } from './data/browser-account.ts';
export type { CacheUsage, Draft } from './data/cache.ts';
export { minimumCacheBytes } from './data/cache.ts';
export { cacheBytes, chooseCacheBytes } from './data/cache-size.ts';
export {
  AccountProvider,
  useAccess,
  useAccount,
  useAccountPhase,
  useConnectionState,
  useContactWaiting,
  useDraft,
  useFindGroup,
  useFindUser,
  useMentioned,
  useMessageWindow,
  useNotesWaiting,
  useOutboxOf,
  usePresent,
  useRow,
  useRows,
  useTakenDraft,
  useThread,
  useThreads,
  useTopic,
  useUploadProgress,
} from './data/hooks.ts';
export type { MessageWindow } from './data/message-window.ts';
export { threadsOf } from './data/open-threads.ts';
export { refusalHoldsThread } from './data/outbox-rules.ts';
export type {
  ContactChange,
  ContactEntry,
  FileToSend,
  NoteEntry,
  OutboxEntry,
  OutgoingBody,
  ThreadChange,
} from './data/outgoing.ts';
export {
  contactFieldsKey,
  contactQueueKey,
  entryType,
  isOnHold,
  newestSeen,
  sendContent,
  sendFiles,
  sendText,
} from './data/outgoing.ts';
export { ownPresence } from './data/own-presence.ts';
export type { ThreadQuery } from './data/thread-queries.ts';
export type { Topic } from './data/topics.ts';
export { useAccountTimeZone } from './data/use-account-time-zone.ts';
