export { addReadMark } from './dispatch/read-mark-repo.ts';
export { findSendChannel } from './send/channel-query.ts';
export { requireWriter, writerOf } from './send/require-writer.ts';
export { countScheduledThreads, type ScheduledRow, scheduledSelect } from './send/scheduled-repo.ts';
export {
  assistantAuthor,
  type BotMessage,
  botAuthor,
  checkBotContent,
  sendAllAsBot,
  sendAsBot,
} from './send/send-as-bot.ts';
export { sendAsWebhook, webhookAuthor } from './send/send-as-webhook.ts';
export type { SentDraft } from './send/send-batcher.ts';
export { sendMany } from './send/send-many.ts';
export {
  addMessages,
  addUnpublished,
  lockThread as lockSending,
  type OutgoingMessage,
  type SendVerdict,
} from './send/send-repo.ts';
export { applyFailures } from './state/apply-failures.ts';
export { applyParkedStatuses } from './state/apply-parked-statuses.ts';
export { applyStatuses } from './state/apply-statuses.ts';
export { isTestPhone } from './state/eligibility.ts';
export { foldStatus, type StatusFold } from './state/fold-status.ts';
export { presentWebhookError } from './state/message-error.ts';
export { moveQueued } from './state/park-repo.ts';
export { settleRestoredSends } from './state/restore-repo.ts';
export { retryMessages } from './state/retry-repo.ts';
export { adOf, findAdClick, findAdMessage, listThreadAds } from './threads/ad-message-repo.ts';
export { amendMessage } from './threads/amendment-repo.ts';
export { reassignThreads, unassignGroup } from './threads/assignment-repo.ts';
export { blockThread, listBlockAddresses, unblockThread } from './threads/block-repo.ts';
export { changeThread } from './threads/change-thread.ts';
export {
  type DeletableMessage,
  deleteMessages,
  deleteThreadsOf,
  leaveGroups,
  listThreadsOf,
  listThreadsWithOldMessages,
  lockMessagesOfSenders,
  lockOldestMessages,
  refreshThreadSummary,
} from './threads/delete-messages-repo.ts';
export { ensureThreads, threadKey, type WantedThread } from './threads/ensure-threads-repo.ts';
export { deleteEmptyThreads, insertHistory, lockImported, type PastMessage } from './threads/history-repo.ts';
export { type Handover, handOver, isHeldByOther, isOtherHolder, setHolder } from './threads/holder-repo.ts';
export { fillPlaceholders, insertIncoming, setReactions } from './threads/incoming-repo.ts';
export { findReferral, findText, setAdPicture, setLinkPreview } from './threads/link-preview-repo.ts';
export { listAnsweredByMembers } from './threads/member-answers-repo.ts';
export {
  findLastMessage,
  findThreadState,
  lockThreadsOf,
  mergeThread,
  moveThread,
  setMergedInto,
  type ThreadState,
  unmergeSince,
  unmergeThread,
  writeThreadState,
} from './threads/merge-threads-repo.ts';
export { flagMessage, noteEvent } from './threads/message-flag-repo.ts';
export { updateMessageMedia } from './threads/message-media-repo.ts';
export { findMessages } from './threads/message-repo.ts';
export { listOrders, type OrderRow } from './threads/order-repo.ts';
export {
  type GroupFacts,
  insertGroupLines,
  lockGroupFacts,
  noteParticipants,
  type ToldParticipant,
  touchGroups,
  writeGroupFacts,
} from './threads/participants-repo.ts';
export { presentMessage, presentThread } from './threads/present.ts';
export { mediaCopyOf } from './threads/retry-media-copy.ts';
export {
  type MessageRow,
  type MessageSummary,
  messageColumns,
  messageSummary,
  type ThreadRow,
  threadSelect,
} from './threads/rows-query.ts';
export { deleteSandboxThreads } from './threads/sandbox-repo.ts';
export { moveThreadsOfStage } from './threads/stage-repo.ts';
export { setTargetsDue } from './threads/targets-due-repo.ts';
export {
  insertThreadEvents,
  listThreadEvents,
  type NewThreadEvent,
  presentThreadEvent,
} from './threads/thread-event-repo.ts';
export { listThreadNotices } from './threads/thread-notice-repo.ts';
export {
  findCurrentThreadId,
  findThreads,
  markThreadRead,
  markThreadUnread,
  muteThread,
  touchThreadsOfContact,
  updateThreadAddresses,
} from './threads/thread-repo.ts';
export { endTranscript, isNewVoiceNote, type StoredTranscript, startTranscript } from './threads/transcript-repo.ts';
export { findTypingTarget } from './threads/typing-repo.ts';
export { getVisibleMessage, getVisibleThread, lockVisibleThread } from './threads/visible.ts';
