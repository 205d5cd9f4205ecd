import { useLingui } from '@lingui/react/macro';
import { type ReactNode, type Ref, useMemo } from 'react';
import { useNow } from '../../../platform/use-now.ts';
import { useAccount, useFindUser } from '../../sync/public.ts';
import { authorLabelOf } from '../bubble/author-label.ts';
import { useMessageLabels } from '../bubble/use-message-labels.ts';
import { useMessageWords } from '../bubble/use-message-words.ts';
import { useSendTimeText } from '../bubble/use-send-time-text.ts';
import { EmptyList } from './empty-list.tsx';
import { ListFrame, type ListPaneHandle } from './list-pane.tsx';
import { useScheduledPages } from './use-scheduled-pages.ts';

export type ScheduledPaneProps = { title: ReactNode; selectedId: string | null; ref?: Ref<ListPaneHandle> };

/** Conversations with scheduled messages, the next one to leave first; each is changed in its conversation. */
export function ScheduledPane(props: ScheduledPaneProps) {
  const { t } = useLingui();
  const account = useAccount();
  const labels = useMessageLabels();
  const words = useMessageWords();
  const findUser = useFindUser();
  const sendTime = useSendTimeText();
  const nowMs = useNow();
  const { messages, ...pages } = useScheduledPages();
  const instead = useMemo(() => {
    const lines = new Map<string, { at: string; words: string }>();
    for (const message of messages) {
      if (lines.has(message.thread_id)) continue;
      const prefix = labels.prefix(authorLabelOf(message.created_by, findUser, account.store.uid));
      const when = sendTime(message.send_at ?? message.timestamp, nowMs);
      const line = `${when} · ${prefix} ${words.messageLine(message)}`;
      lines.set(message.thread_id, { at: message.created_at, words: line });
    }
    return lines;
  }, [messages, labels, words, findUser, sendTime, nowMs, account]);
  return (
    <ListFrame
      {...props}
      view="scheduled"
      pages={pages}
      threads={pages.threads}
      instead={instead}
      empty={
        <EmptyList title={t`Nothing scheduled`}>
          {t`Messages that are sent later, or when the customer replies, appear here with their conversations.`}
        </EmptyList>
      }
    />
  );
}
