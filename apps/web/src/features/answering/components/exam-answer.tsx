import { useLingui } from '@lingui/react/macro';
import { isSureEnough } from '@parley/contract/intent-exam';
import type { AssistantExam } from '@parley/contract/types';
import { Segments } from '../../../ui/segments.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { markAnswer } from '../data/assistant-data.ts';
import styles from './answering.module.css';
import { Passage } from './passage.tsx';

type Answer = AssistantExam['answers'][number];
type Mark = NonNullable<Answer['mark']>;

/** A message, what the assistant would have answered and from what, and whether that is right. */
export function ExamAnswer({ answer, at, bar }: { answer: Answer; at: number; bar: number }) {
  const { t } = useLingui();
  const { run } = useAction();
  const { message_id: id, text, asked, reply, source, confidence, mark } = answer;
  const isSure = isSureEnough({ intent: 1, confidence }, bar);
  const sure = confidence === null ? t`doesn’t say how sure` : t`${confidence}% sure`;
  return (
    <li className={styles.answer}>
      <p className={styles.asked} dir="auto">
        {text}
      </p>
      {!asked && <p className={styles.quiet}>{t`Not asked yet`}</p>}
      {asked && reply === null && <p>{t`It would hand over.`}</p>}
      {reply !== null && (
        <p className={styles.reply} dir="auto">
          {reply}
        </p>
      )}
      {source !== null && <Passage source={source} />}
      {asked && (
        <span className={styles.line}>
          <span className={styles.quiet}>
            {reply !== null && sure}
            {reply !== null && !isSure && ` · ${t`below the minimum: it would hand over`}`}
          </span>
          <Segments<Mark | ''>
            label={t`Answer ${at + 1}`}
            size="sm"
            segments={[
              { value: 'right', label: t`Right` },
              { value: 'wrong', label: t`Wrong` },
              { value: 'unsure', label: t`Unsure` },
            ]}
            value={mark ?? ''}
            onChange={(next) => {
              if (next !== '') void run(() => markAnswer(id, next));
            }}
          />
        </span>
      )}
    </li>
  );
}
