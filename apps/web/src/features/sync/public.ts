export { LiveAccount } from './account.ts';
export { startLive } from './browser-account.ts';
export type { Draft } from './cache.ts';
export type { ConnectionState } from './connection.ts';
export {
  AccountProvider,
  useAccount,
  useAccountPhase,
  useConnectionState,
  useCurrentAccount,
  useDraft,
  useFindGroup,
  useFindUser,
  useMentioned,
  useMessageWindow,
  useNotesWaiting,
  useOutboxOf,
  useRow,
  useRows,
  useStanding,
  useThread,
  useThreads,
  useUploadShare,
} from './hooks.ts';
export { createMemoryCache } from './memory-cache.ts';
export type { MessageWindow } from './message-window.ts';
export type {
  Attachment,
  FilledTemplate,
  NoteEntry,
  OutboxEntry,
  OutgoingBody,
  OutgoingNote,
  Refusal,
} from './outbox-entry.ts';
export { entryType } from './outbox-entry.ts';
export { buildMessage, buildThread } from './sample-rows.ts';
export type { ThreadSelection } from './thread-list.ts';
export type { ThreadQuery } from './thread-queries.ts';
