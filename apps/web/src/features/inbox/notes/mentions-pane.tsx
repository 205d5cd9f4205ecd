import { useLingui } from '@lingui/react/macro';
import { type ReactNode, type Ref, useMemo } from 'react';
import { useAccount, useFindUser } from '../../sync/public.ts';
import { authorLabelOf } from '../author-label.ts';
import { EmptyList } from '../components/empty-list.tsx';
import { ListFrame, type ListPaneHandle } from '../components/list-pane.tsx';
import { useMessageWords } from '../use-message-words.ts';
import { plainNote } from './mention-text.ts';
import { useNameOf } from './note-bubble.tsx';
import { useMentionPages } from './use-mention-pages.ts';

export type MentionsPaneProps = { title: ReactNode; selectedId: string | null; ref?: Ref<ListPaneHandle> };

/** The conversations with notes that name the person, the newest note first. */
export function MentionsPane(props: MentionsPaneProps) {
  const { t } = useLingui();
  const account = useAccount();
  const words = useMessageWords();
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
        <EmptyList title={t`No note names you`}>
          {t`When a colleague writes a note with your name, or that of a group of yours, its conversation stands here.`}
        </EmptyList>
      }
    />
  );
}
