import { useLingui } from '@lingui/react/macro';
import type { ExamMark } from '@parley/contract/types';
import type { ReactNode } from 'react';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { Segments } from '../../../../ui/segments.tsx';
import { toast } from '../../../../ui/toast.ts';
import styles from './exam.module.css';

type Answer = { message_id: string; text: string; confidence: number | null; mark: ExamMark | null };
type Props<One extends Answer> = {
  answers: readonly One[];
  onMark: (messageId: string, mark: ExamMark) => Promise<void>;
  /** What AI said about the message; null: it was not asked yet. @param sure in words */
  children: (answer: One, sure: string) => { said: ReactNode; note?: ReactNode } | null;
};

/** Messages, what AI said of each, and whether that is right. */
export function ExamAnswers<One extends Answer>({ answers, onMark, children }: Props<One>) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  return (
    <ol className={styles.answers}>
      {answers.map((answer, at) => {
        const { message_id: id, text, confidence, mark } = answer;
        const shown = children(answer, confidence === null ? t`doesn’t say how sure` : t`${confidence}% sure`);
        return (
          <li key={id} className={styles.answer}>
            <p className={styles.text} dir="auto">
              {text}
            </p>
            {shown === null && <p className={styles.quiet}>{t`Not asked yet`}</p>}
            {shown?.said}
            {shown !== null && (
              <span className={styles.line}>
                <span className={styles.quiet}>{shown.note}</span>
                <Segments<ExamMark | ''>
                  label={t`Answer ${at + 1}`}
                  size="sm"
                  segments={[
                    { value: 'right', label: t`Right` },
                    { value: 'wrong', label: t`Wrong` },
                    { value: 'unsure', label: t`Unsure` },
                  ]}
                  value={mark ?? ''}
                  onChange={(next) => {
                    // Not one at a time: nobody waits for a mark before the next.
                    if (next !== '') onMark(id, next).catch((error: unknown) => toast({ message: words(error) }));
                  }}
                />
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
