import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useAccount, useConnectionState } from '../../sync/public.ts';
import { findThread } from '../bubble/actions/thread-actions.ts';
import styles from './no-conversation.module.css';
import { TimelineSkeleton } from './timeline-skeleton.tsx';

/** A thread that is in the URL but not on this device: loads it, or shows that it does not exist. */
export function MissingThread({ threadId, onBack }: { threadId: string; onBack: () => void }) {
  const account = useAccount();
  const connection = useConnectionState();
  const [state, setState] = useState<'asking' | 'missing' | 'unreachable'>('asking');
  const ask = useCallback(() => {
    setState('asking');
    void findThread(account, threadId)
      .then((found) => setState(found ? 'asking' : 'missing'))
      .catch(() => setState('unreachable'));
  }, [account, threadId]);
  useEffect(() => {
    if (connection !== 'reconnecting') ask();
  }, [ask, connection]);
  if (state === 'missing') return <NoSuchConversation onBack={onBack} />;
  return state === 'unreachable' ? <ConversationUnreachable onRetry={ask} /> : <TimelineSkeleton />;
}

/** The conversation does not exist, or the user may not see it: both look the same. */
export function NoSuchConversation({ onBack }: { onBack: () => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.pane} role="alert">
      <EmptyState
        title={t`Conversation not found`}
        actions={<Button variant="filled" onClick={onBack}>{t`Back to the inbox`}</Button>}
      >
        {t`It may have been deleted, or it belongs to another account.`}
      </EmptyState>
    </div>
  );
}

/** The conversation is not on this device, and the server does not answer. */
export function ConversationUnreachable({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.pane} role="alert">
      <EmptyState
        title={t`Couldn’t load the conversation`}
        actions={<Button variant="filled" onClick={onRetry}>{t`Try again`}</Button>}
      >
        {t`The server didn’t respond, and this device has no copy.`}
      </EmptyState>
    </div>
  );
}
