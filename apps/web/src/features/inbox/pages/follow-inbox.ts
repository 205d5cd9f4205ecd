import { whenIdle } from '../../../platform/when-idle.ts';
import { askAssistant } from '../../answering/public.ts';
import type { LiveAccount } from '../../sync/public.ts';
import { prefetchThreads } from '../list/prefetch-threads.ts';
import { followMentions } from '../notes/mentions.ts';
import { preloadContactPanel } from '../panel/connected-contact-panel.tsx';

/** What the inbox does once its list is there: mentions, reading conversations ahead, the name of the AI assistant, code of the contact panel. @returns stops it */
export function followInbox(account: LiveAccount): () => void {
  const stops = [followMentions(account), prefetchThreads(account)];
  void whenIdle()
    .then(() => askAssistant())
    .then(preloadContactPanel)
    .catch(() => undefined); // Loaded when it is shown.
  return () => {
    for (const stop of stops) stop();
  };
}
