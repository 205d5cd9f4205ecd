// Components of an open conversation, in a separate chunk: the empty inbox does not load them.

export { ConnectedContactPanel } from './components/connected-contact-panel.tsx';
export { followInbox } from './components/follow-inbox.ts';
export { MissingThread } from './components/missing-thread.tsx';
export { MentionsPane } from './components/notes/mentions-pane.tsx';
export { OpenThread } from './components/open-thread.tsx';
