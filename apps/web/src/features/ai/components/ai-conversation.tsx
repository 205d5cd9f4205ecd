import type { Thread } from '@parley/contract/types';
import { closeAi, useOpenAi } from '../data/ai-open.ts';
import { useAiFunctions } from '../data/ai-status.ts';
import { AiSummaryCard } from './ai-summary-card.tsx';
import { SentDialog } from './sent-dialog.tsx';

/** What the menu of a conversation opened: its summary, or what is sent. */
export function AiConversation({ thread }: { thread: Thread }) {
  const open = useOpenAi(thread.id);
  const functions = useAiFunctions();
  if (open === 'summary') return <AiSummaryCard threadId={thread.id} />;
  return open === 'sent' ? <SentDialog threadId={thread.id} functions={functions} onClose={closeAi} /> : null;
}
