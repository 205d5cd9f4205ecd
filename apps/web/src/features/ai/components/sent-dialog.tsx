import { useLingui } from '@lingui/react/macro';
import type { AiFunction } from '@parley/contract/types';
import { useState } from 'react';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { previewThread } from '../data/ai-calls.ts';
import { AiProblem } from './ai-problem.tsx';
import { usePreview } from './consent-dialog.tsx';
import { RequestView } from './request-view.tsx';

type Action = 'reply' | 'summary';
type Props = { threadId: string; functions: readonly AiFunction[]; onClose: () => void };

/** What a draft or a summary of this conversation would send now. */
export function SentDialog({ threadId, functions, onClose }: Props) {
  const { t } = useLingui();
  const names: Record<Action, string> = { reply: t`Reply draft`, summary: t`Summary` };
  const actions = (['reply', 'summary'] as const).filter((action) => functions.includes(action));
  const [action, setAction] = useState<Action>(actions[0] ?? 'reply');
  const { shown, failed, retry } = usePreview(() => previewThread(threadId, action), action);
  return (
    <Dialog title={t`What AI sends`} size="lg" onClose={onClose}>
      {actions.length > 1 && (
        <Segments
          label={t`Function`}
          segments={actions.map((value) => ({ value, label: names[value] }))}
          value={action}
          onChange={setAction}
        />
      )}
      <p>{t`Nothing is sent until you use the function.`}</p>
      {failed !== null && <AiProblem error={failed} onRetry={retry} />}
      {shown === null && failed === null && <Skeleton shape="text" label={t`Loading`} count={4} />}
      {shown !== null && <RequestView request={shown.request} />}
    </Dialog>
  );
}
