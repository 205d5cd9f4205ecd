import { whenIdle } from '../../../platform/when-idle.ts';
import type { LiveAccount } from '../../sync/public.ts';
import { followMentions } from '../data/notes/mentions.ts';
import { prefetchThreads } from '../data/prefetch-threads.ts';
import { preloadContactPanel } from './connected-contact-panel.tsx';

/** What the inbox does once its list is there: mentions, reading conversations ahead, code of the contact panel. @returns stops it */
export function followInbox(account: LiveAccount): () => void {
  const stops = [followMentions(account), prefetchThreads(account)];
  void whenIdle()
    .then(preloadContactPanel)
    .catch(() => undefined); // Loaded when it is shown.
  return () => {
    for (const stop of stops) stop();
  };
}
