// What is needed once a conversation is open, in a chunk of its own: the empty inbox does without.

export { followMentions } from '../notes/mentions.ts';
export { MentionsPane } from '../notes/mentions-pane.tsx';
export { ConnectedContactPanel } from './connected-contact-panel.tsx';
export { Conversation } from './conversation.tsx';
export { ConversationHeader } from './conversation-header.tsx';
export { MissingThread } from './missing-thread.tsx';
