import { useLingui } from '@lingui/react/macro';
import type { AnswerSource } from '@parley/contract/types';
import { SourceTitle } from '../../ai/public.ts';
import styles from './answering.module.css';

/** What an answer is made from. */
export function Passage({ source: { kind, id, title, passage } }: { source: AnswerSource }) {
  const { t } = useLingui();
  const kinds: Record<AnswerSource['kind'], string> = {
    help_text: t`Help text`,
    saved_reply: t`Saved reply`,
    answer: t`Good answer to`,
  };
  return (
    <figure className={styles.passage}>
      <figcaption>
        {kinds[kind]}: <SourceTitle kind={kind} id={id} title={title} />
      </figcaption>
      <blockquote dir="auto">{passage}</blockquote>
    </figure>
  );
}
