import { useLingui } from '@lingui/react/macro';
import { type Ref, useState } from 'react';
import { type LeaveHandle, useLeaveQuestion } from '../../../ui/layer/leave-guard.tsx';
import { SidePanel } from '../../../ui/layer/side-panel.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAssistant } from '../data/assistant-data.ts';
import styles from './answering.module.css';
import { AssistantSettings } from './assistant-settings.tsx';

export type AssistantPanelProps = { onClose: () => void; handle?: Ref<LeaveHandle> };

/** The AI assistant, which answers customers by itself. */
export function AssistantPanel({ onClose, handle }: AssistantPanelProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useAssistant();
  const [changed, setChanged] = useState(false);
  const { leave, question } = useLeaveQuestion(t`Leave without saving?`, () => changed, onClose, handle);
  return (
    <SidePanel title={t`AI assistant`} size="md" onClose={leave}>
      <div className={styles.panel}>
        {error ? (
          <ProblemState title={t`Couldn’t load the AI assistant`} error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton shape="text" label={t`Loading the AI assistant`} count={6} />
        ) : (
          <AssistantSettings key={data.version} settings={data} onChanged={setChanged} />
        )}
      </div>
      {question}
    </SidePanel>
  );
}
