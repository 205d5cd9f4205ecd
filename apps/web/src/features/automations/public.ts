import { lazyComponent } from '../../platform/lazy-component.tsx';

/** Runs in a conversation, for the contact panel; anyone stops the bot there. */
export const ThreadAutomations = lazyComponent<{ threadId: string }>(
  () => import('./components/thread-automations.tsx').then((module) => module.ThreadAutomations),
  { fallback: null, optional: true },
);

/** Why a bot wrote a message: the run that sent it. */
export const MessageRun = lazyComponent<{ messageId: string }>(
  () => import('./components/message-run.tsx').then((module) => module.MessageRun),
  { fallback: null, optional: true },
);
