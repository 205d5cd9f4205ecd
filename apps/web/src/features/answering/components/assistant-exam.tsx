import { useLingui } from '@lingui/react/macro';
import { isSureEnough } from '@parley/contract/intent-exam';
import type { AssistantExam } from '@parley/contract/types';
import { ExamAnswers, ExamDialog, ExamProgress, ExamStart } from '../../ai/public-exam.ts';
import { continueExam, markAnswer, startExam, useAssistantExam } from '../data/assistant-data.ts';
import styles from './answering.module.css';
import { Passage } from './passage.tsx';

/** What the assistant would have answered to past messages, marked by who knows what is right. */
export function AssistantExamDialog({ bar, onClose }: { bar: number; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <ExamDialog
      intro={t`AI is asked about the latest first messages of customers. Nothing is sent to customers. Mark what it would have answered.`}
      query={useAssistantExam()}
      needed={({ needed }, marks) =>
        marks >= needed
          ? t`Marked: ${marks}. Enough to switch it on.`
          : t`Marked: ${marks} of the ${needed} that switching on needs.`
      }
      onClose={onClose}
    >
      {(exam) => (
        <>
          <ExamStart again={exam !== null} onStart={(count) => startExam({ channel_ids: [], count })} />
          {exam && <ExamResult exam={exam} bar={bar} />}
        </>
      )}
    </ExamDialog>
  );
}

export function ExamResult({ exam, bar }: { exam: AssistantExam; bar: number }) {
  const { t } = useLingui();
  if (exam.answers.length === 0) return <p role="status">{t`No customer has written first yet. Try again later.`}</p>;
  return (
    <>
      <ExamProgress exam={exam} done={exam.answers.filter(({ asked }) => asked).length} onContinue={continueExam} />
      <ExamAnswers answers={exam.answers} onMark={markAnswer}>
        {({ asked, reply, source, confidence }, sure) => {
          if (!asked) return null;
          if (reply === null) return { said: <p>{t`It would hand over.`}</p> };
          const isSure = isSureEnough({ intent: 1, confidence }, bar);
          return {
            said: (
              <>
                <p className={styles.reply} dir="auto">
                  {reply}
                </p>
                {source !== null && <Passage source={source} />}
              </>
            ),
            note: isSure ? sure : `${sure} · ${t`below the minimum: it would hand over`}`,
          };
        }}
      </ExamAnswers>
    </>
  );
}
