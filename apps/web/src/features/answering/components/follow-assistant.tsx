import { useAiFunctions } from '../../ai/public.ts';
import { useAccount, useTopic } from '../../sync/public.ts';
import { useFollowAssistant } from '../data/assistant-assignee.ts';

/** Lets the rows of a list know which conversations the assistant has. */
export function FollowAssistant() {
  return useAiFunctions().includes('assistant') ? <Follow /> : null;
}

function Follow() {
  const account = useAccount();
  const { topics } = account.store;
  useFollowAssistant(useTopic(account, 'threads', () => topics.revision('threads')));
  return null;
}
