// Components of an open conversation, in a separate chunk: the empty inbox does not load them.

export { MentionsPane } from './list/mentions-pane.tsx';
export { followInbox } from './pages/follow-inbox.ts';
export { OpenThread } from './pages/open-thread.tsx';
export { ConnectedContactPanel } from './panel/connected-contact-panel.tsx';
export { MissingThread } from './thread/missing-thread.tsx';
