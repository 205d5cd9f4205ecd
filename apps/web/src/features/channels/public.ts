import { lazyComponent } from '../../platform/lazy-component.tsx';
import type { ChatLinksPanelProps } from './components/chat-links/chat-links-panel.tsx';

export { useChatLinks } from './data/chat-links.ts';

/** Links that open WhatsApp with a prepared message, for the integrations page. */
export const ChatLinksPanel = lazyComponent<ChatLinksPanelProps>(
  () => import('./components/chat-links/chat-links-panel.tsx').then((module) => module.ChatLinksPanel),
  { fallback: null },
);
