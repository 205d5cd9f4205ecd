import type { Thread } from '@parley/contract/types';
import { useEffect } from 'react';
import { QueryScope } from '../../../platform/query.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useAiFunctions } from '../../ai/public.ts';
import { openConversation } from '../data/assistant-assignee.ts';
import { turnThread, useThreadAssistant } from '../data/assistant-data.ts';
import { AssistantBanner } from './assistant-banner.tsx';

/** Above the messages: whether the assistant answers here, and the way to change it. */
export function ThreadAssistant({ thread }: { thread: Thread }) {
  const isOn = useAiFunctions().includes('assistant');
  if (!isOn || thread.state === 'DONE') return null;
  return (
    <QueryScope>
      <State thread={thread} />
    </QueryScope>
  );
}

function State({ thread }: { thread: Thread }) {
  const { data } = useThreadAssistant(thread.id, thread.version);
  const { busy, run } = useAction();
  const answers = data?.available === true && data.answers_next;
  useEffect(() => {
    openConversation.set({ id: thread.id, answers });
    return () => openConversation.set(null);
  }, [thread.id, answers]);
  if (data === undefined || !data.available) return null;
  const turn = (to: 'give' | 'take') => void run(() => turnThread(thread.id, to));
  return (
    <AssistantBanner
      name={data.name}
      answers={answers}
      automationFirst={data.automation_first}
      busy={busy}
      onTurn={turn}
    />
  );
}
