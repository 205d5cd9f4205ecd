import type { Thread } from '@parley/contract/types';
import { lazyComponent } from '../../platform/lazy-component.tsx';
import { whenIdle } from '../../platform/when-idle.ts';
import type { AnswerSourceProps } from './components/answer-source.tsx';

const hidden = { fallback: null, optional: true };

/** Above the messages; nothing where the assistant is off. */
export const ThreadAssistant = lazyComponent<{ thread: Thread }>(async () => {
  await whenIdle();
  return (await import('./components/thread-assistant.tsx')).ThreadAssistant;
}, hidden);
/** Below a message of the assistant. */
export const AnswerSource = lazyComponent<AnswerSourceProps>(
  async () => (await import('./components/answer-source.tsx')).AnswerSource,
  hidden,
);
