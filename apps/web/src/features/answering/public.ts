import type { Thread } from '@parley/contract/types';
import { lazyComponent } from '../../platform/lazy-component.tsx';
import { whenIdle } from '../../platform/when-idle.ts';
import type { AnswerSourceProps } from './components/answer-source.tsx';

export {
  askAssistant,
  useAssistantFor,
  useAssistantName,
  useAssistantOf,
  useHasAssistant,
} from './data/assistant-assignee.ts';

const hidden = { fallback: null, optional: true };

/** Above the messages; nothing where the assistant is off. */
export const ThreadAssistant = lazyComponent<{ thread: Thread }>(async () => {
  await whenIdle();
  return (await import('./components/thread-assistant.tsx')).ThreadAssistant;
}, hidden);
/** In a list of conversations: shows nothing, and keeps `useAssistantOf` up to date. */
export const FollowAssistant = lazyComponent(
  async () => (await whenIdle().then(() => import('./components/follow-assistant.tsx'))).FollowAssistant,
  hidden,
);
/** Below a message of the assistant. */
export const AnswerSource = lazyComponent<AnswerSourceProps>(
  async () => (await import('./components/answer-source.tsx')).AnswerSource,
  hidden,
);

/** Lets the assistant answer a conversation, or takes it from it. */
export async function turnThread(id: string, turn: 'give' | 'stop'): Promise<void> {
  await (await import('./data/assistant-data.ts')).turnThread(id, turn);
}
