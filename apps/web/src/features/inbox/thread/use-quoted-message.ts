import { useLingui } from '@lingui/react/macro';
import type { Message, Thread } from '@parley/contract/types';
import { useState } from 'react';
import { useAccount, useDraft, useMessageWindow } from '../../sync/public.ts';
import { messageAuthorOf } from '../bubble/author-label.ts';
import { writerName } from '../bubble/participants.ts';
import type { QuotedMessage } from '../bubble/quote.tsx';
import { useMessageWords } from '../bubble/use-message-words.ts';

/** The message that the next one replies to; part of the draft. */
export function useQuotedMessage(thread: Thread) {
  const { t } = useLingui();
  const account = useAccount();
  const words = useMessageWords();
  const draft = useDraft(thread.id);
  const window = useMessageWindow(thread.id);
  const [id, setId] = useState(draft?.quoted_id ?? null);
  const message: Message | undefined = id === null ? undefined : window?.messages.find((row) => row.id === id);
  const label = message && messageAuthorOf(message, (user) => account.store.row('users', user), account.store.uid);
  const author =
    message?.direction === 'INCOMING' ? writerName(thread, message) : label && (words.author(label) ?? t`Team`);
  const shown: QuotedMessage | undefined =
    id === null
      ? undefined
      : message && author
        ? { author, type: message.type, line: words.messageLine(message) }
        : null;
  const choose = (next: string | null) => {
    setId(next);
    const text = account.drafts.get(thread.id)?.text ?? '';
    void account.drafts.put(thread.id, text, next).catch(() => undefined);
  };
  return { id, shown, choose };
}
