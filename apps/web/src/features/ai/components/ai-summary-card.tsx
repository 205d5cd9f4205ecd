import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { AiSummary } from '@parley/contract/types';
import { IconSparkles, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAccount } from '../../sync/public.ts';
import { previewThread, summarize } from '../data/ai-calls.ts';
import { closeAi } from '../data/ai-open.ts';
import { useAiCall } from '../data/use-ai-call.ts';
import styles from './ai.module.css';
import { AiProblem } from './ai-problem.tsx';
import { ConsentDialog } from './consent-dialog.tsx';

/** The summary of a conversation above its messages. It is not stored unless it is saved as a note. */
export function AiSummaryCard({ threadId }: { threadId: string }) {
  const { t } = useLingui();
  const { state, start, agreed } = useAiCall<AiSummary>('summary');
  const call = () => summarize(threadId);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    start(() => summarize(threadId));
  });
  if (state.kind === 'asking') {
    return (
      <ConsentDialog
        action="summary"
        preview={() => previewThread(threadId, 'summary')}
        onAgreed={() => agreed(call)}
        onClose={closeAi}
      />
    );
  }
  return (
    <section className={styles.card} aria-label={t`Summary`}>
      <div className={styles.head}>
        <IconSparkles {...smallIcon} />
        <h3>
          {state.kind === 'done'
            ? t`AI summary of ${plural(state.result.messages, { one: '# message', other: 'the latest # messages' })}`
            : t`AI summary`}
        </h3>
        <IconButton label={t`Close summary`} size="sm" onClick={closeAi}>
          <IconX {...icon} />
        </IconButton>
      </div>
      {state.kind === 'failed' && <AiProblem error={state.error} onRetry={() => agreed(call)} />}
      {(state.kind === 'busy' || state.kind === 'idle') && <p role="status">{t`Summarizing…`}</p>}
      {state.kind === 'done' && <Summary threadId={threadId} text={state.result.text} />}
    </section>
  );
}

function Summary({ threadId, text }: { threadId: string; text: string }) {
  const { t } = useLingui();
  const account = useAccount();
  const [saved, setSaved] = useState(false);
  const save = async () => {
    try {
      const note = { body: text, mentions: { user_ids: [], group_ids: [] } };
      await account.outbox.addNote({ id: uuidv7(), thread_id: threadId, ...note });
      setSaved(true);
      toast({ message: t`Saved as a note` });
    } catch {
      toast({ message: t`Couldn’t save the note on this device. Try again.` });
    }
  };
  return (
    <>
      <p className={styles.words} dir="auto" role="status">
        {text}
      </p>
      <span className={styles.buttons}>
        <Button size="sm" blocked={saved} onClick={() => void save()}>
          {saved ? t`Saved as a note` : t`Save as note`}
        </Button>
      </span>
    </>
  );
}
