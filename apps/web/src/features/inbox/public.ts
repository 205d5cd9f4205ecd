export { discardMessage, mayDiscard, maySendAgain, retryMessage } from './bubble/actions/thread-actions.ts';
export { authorLabelOf } from './bubble/author-label.ts';
export { BubbleFrame, BubbleMeta } from './bubble/bubble.tsx';
export { type CallRequest, useCallRequest } from './bubble/call-wish.ts';
export { TemplatePreview } from './bubble/deferred-template-preview.ts';
export { FormattedText } from './bubble/formatted-text.tsx';
export { messageNoticeOf } from './bubble/notice/message-notice.ts';
export { ServerNotice } from './bubble/notice/notice.tsx';
export { useMessageLabels } from './bubble/use-message-labels.ts';
export { useMessageWords } from './bubble/use-message-words.ts';
export { useAssigneeNote } from './change/assignee-note.ts';
export { ChoiceMenu } from './change/choice-menu.tsx';
export { SendLaterDialog } from './composer/deferred-send-later.ts';
export { prepareFile } from './composer/prepare-file.ts';
export { type Recording, record, voiceBlock } from './composer/voice/recorder.ts';
export { searchList } from './list/filters/list-search.ts';
export { usePermissionText } from './panel/use-permission-text.ts';
export { sampleAccount, sampleChannels, sampleThread } from './samples/sample-account.ts';
export { AnchoredList } from './thread/anchored-list.tsx';
export { CompactConversation } from './thread/compact-conversation.tsx';
export { wantMessage } from './thread/jump-to-message.ts';

/** The note for whoever got conversations, asked for on any page. */
export const loadAssigneeNoteDialog = () =>
  import('./change/assignee-note-dialog.tsx').then((part) => part.AssigneeNoteDialog);
