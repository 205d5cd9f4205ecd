import { useLingui } from '@lingui/react/macro';
import { type ReactNode, type Ref, useMemo } from 'react';
import { useAccount, useFindUser } from '../../sync/public.ts';
import { authorLabelOf } from '../bubble/author-label.ts';
import { useMessageLabels } from '../bubble/use-message-labels.ts';
import { plainNote } from '../notes/mention-text.ts';
import { useNameOf } from '../notes/note-bubble.tsx';
import { EmptyList } from './empty-list.tsx';
import { ListFrame, type ListPaneHandle } from './list-pane.tsx';
import { useMentionPages } from './use-mention-pages.ts';

export type MentionsPaneProps = { title: ReactNode; selectedId: string | null; ref?: Ref<ListPaneHandle> };

/** Conversations with notes that mention the user, the newest note first. */
export function MentionsPane(props: MentionsPaneProps) {
  const { t } = useLingui();
  const account = useAccount();
  const words = useMessageLabels();
  const findUser = useFindUser();
  const nameOf = useNameOf();
  const { notes, ...pages } = useMentionPages();
  const instead = useMemo(() => {
    const lines = new Map<string, { at: string; words: string }>();
    for (const { thread_id: threadId, body, created_at: at, created_by: by } of notes) {
      const prefix = words.prefix(authorLabelOf(by, findUser, account.store.uid));
      if (!lines.has(threadId)) lines.set(threadId, { at, words: `${prefix} ${plainNote(body, nameOf)}` });
    }
    return lines;
  }, [notes, words, findUser, nameOf, account]);
  return (
    <ListFrame
      {...props}
      view="mentions"
      pages={pages}
      threads={pages.threads}
      instead={instead}
      empty={
        <EmptyList title={t`No mentions`}>
          {t`When a teammate mentions you or your group in a note, the conversation appears here.`}
        </EmptyList>
      }
    />
  );
}
