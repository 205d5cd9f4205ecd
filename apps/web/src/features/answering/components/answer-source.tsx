import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { QueryScope } from '../../../platform/query.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { rateAnswer, useThreadAssistant } from '../data/assistant-data.ts';
import styles from './answering.module.css';
import { Passage } from './passage.tsx';

export type AnswerSourceProps = { thread: Thread; messageId: string };

/** Below a message of the assistant: what it is made from, and whether it was good. */
export function AnswerSource(props: AnswerSourceProps) {
  return (
    <QueryScope>
      <Source {...props} />
    </QueryScope>
  );
}

function Source({ thread, messageId }: AnswerSourceProps) {
  const { t } = useLingui();
  const { data } = useThreadAssistant(thread.id, thread.version);
  const { run } = useAction();
  const answer = data?.answers.find(({ message_id: id }) => id === messageId);
  if (answer === undefined) return null;
  const { source, confidence, rating } = answer;
  const rate = (next: 'good' | 'bad') =>
    void run(() => rateAnswer(thread.id, messageId, rating === next ? null : next));
  return (
    <div className={styles.source}>
      <Disclosure title={t`From “${source.title}” · ${confidence}% sure`}>
        <Passage source={source} />
      </Disclosure>
      <span className={styles.thumbs}>
        <IconButton label={t`Good answer`} size="sm" aria-pressed={rating === 'good'} onClick={() => rate('good')}>
          <IconThumbUp {...icon} />
        </IconButton>
        <IconButton label={t`Bad answer`} size="sm" aria-pressed={rating === 'bad'} onClick={() => rate('bad')}>
          <IconThumbDown {...icon} />
        </IconButton>
      </span>
    </div>
  );
}
