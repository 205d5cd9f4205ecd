import { useLingui } from '@lingui/react/macro';
import { isSureEnough } from '@parley/contract/intent-exam';
import type { Exam, ExamMark } from '@parley/contract/types';
import { Segments } from '../../../../ui/segments.tsx';
import styles from './exam.module.css';

type Answer = Exam['answers'][number];
type Props = {
  answer: Answer;
  at: number;
  bar: number;
  intents: Exam['intents'];
  onMark: (mark: ExamMark) => void;
};

/** A message, what AI chose, and whether that is right. */
export function ExamAnswer({ answer, at, bar, intents, onMark }: Props) {
  const { t } = useLingui();
  const { text, intent, confidence, mark } = answer;
  const chosen = intent === null ? undefined : intents[intent - 1];
  const chosenWords = chosen?.name ?? t`None fits`;
  const sure = confidence === null ? t`doesn’t say how sure` : t`${confidence}% sure`;
  const isUnsure = chosen !== undefined && intent !== null && !isSureEnough({ intent, confidence }, bar);
  return (
    <li className={styles.answer}>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {intent === null ? (
        <p className={styles.quiet}>{t`Not asked yet`}</p>
      ) : (
        <span className={styles.line}>
          <span>
            <b>
              <bdi>{chosenWords}</bdi>
            </b>{' '}
            <span className={styles.quiet}>
              {sure}
              {isUnsure && ` · ${t`below the minimum`}`}
            </span>
          </span>
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
              if (next !== '') onMark(next);
            }}
          />
        </span>
      )}
    </li>
  );
}
