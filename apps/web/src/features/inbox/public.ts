export { AnchoredList } from './components/anchored-list.tsx';
export { BubbleFrame, BubbleMeta } from './components/bubble.tsx';
export { ChoiceMenu } from './components/choice-menu.tsx';
export { CompactConversation } from './components/compact-conversation.tsx';
export { SendLaterDialog } from './components/deferred-send-later.ts';
export { TemplatePreview } from './components/deferred-template-preview.ts';
export { FormattedText } from './components/formatted-text.tsx';
export { ServerNotice } from './components/notice.tsx';
export { useAssigneeNote } from './data/assignee-note.ts';
export { authorLabelOf } from './data/author-label.ts';
export { wantMessage } from './data/jump-to-message.ts';
export { searchList } from './data/list-search.ts';
export { messageNoticeOf } from './data/message-notice.ts';
export { prepareFile } from './data/prepare-file.ts';
export { sampleAccount, sampleChannels } from './data/sample-account.ts';
export { discardMessage, mayDiscard, maySendAgain, retryMessage } from './data/thread-actions.ts';
export { useMessageLabels } from './data/use-message-labels.ts';
export { useMessageWords } from './data/use-message-words.ts';
export { type Recording, record, voiceBlock } from './data/voice/recorder.ts';

/** The note for whoever got conversations, asked for on any page. */
export const loadAssigneeNoteDialog = () =>
  import('./components/assignee-note-dialog.tsx').then((part) => part.AssigneeNoteDialog);
