import { useLingui } from '@lingui/react/macro';
import { IconSparkles } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { smallIcon } from '../../../ui/icon.ts';
import { forgetDraft, type PlacedDraft, usePlacedDraft } from '../data/ai-drafts.ts';
import styles from './ai.module.css';
import { SourceTitle } from './source-title.tsx';

export type AiDraftNoteProps = {
  threadId: string;
  /** What is in the field of the reply now. */
  text: string;
};

/** Marks the text in the field as AI's until it is edited, with the help text that it is from. */
export function AiDraftNote({ threadId, text }: AiDraftNoteProps) {
  const draft = usePlacedDraft(threadId);
  const seen = useRef<string | null>(null);
  const isUnchanged = draft?.field === text;
  useEffect(() => {
    if (draft === null) {
      seen.current = null;
    } else if (isUnchanged) {
      seen.current = draft.field;
      // The field is stored a moment after it was filled; from then on any other text is an edit.
    } else if (seen.current === draft.field) forgetDraft(threadId);
  });
  if (draft === null || !isUnchanged) return null;
  return <AiDraftMark draft={draft} />;
}

export function AiDraftMark({ draft }: { draft: Pick<PlacedDraft, 'source' | 'searched'> }) {
  const { t } = useLingui();
  return (
    <section className={styles.note} aria-label={t`AI draft`}>
      <div className={styles.head}>
        <IconSparkles {...smallIcon} />
        <h3>{t`AI draft. Check it before you send.`}</h3>
      </div>
      {draft.source !== null && (
        <>
          <p className={styles.quiet}>
            {t`From the help text:`} <SourceTitle kind="help_text" {...draft.source} />
          </p>
          <blockquote className={styles.passage} dir="auto">
            {draft.source.passage}
          </blockquote>
        </>
      )}
      {draft.source === null && draft.searched && <p className={styles.quiet}>{t`No help text fits this question.`}</p>}
    </section>
  );
}
