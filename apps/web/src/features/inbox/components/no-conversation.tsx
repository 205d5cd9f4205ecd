import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import styles from './no-conversation.module.css';

/** The large pane while nothing is chosen. `firstSteps`: what a new account has still to do. */
export function NothingChosen({ firstSteps }: { firstSteps?: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className={styles.pane}>
      {firstSteps && <div className={styles.firstSteps}>{firstSteps}</div>}
      <EmptyState title={t`Choose a conversation`}>
        <dl className={styles.keys}>
          <dt>
            <kbd>J</kbd> <kbd>K</kbd>
          </dt>
          <dd>{t`down and up the list`}</dd>
          <dt>
            <kbd>Enter</kbd>
          </dt>
          <dd>{t`open`}</dd>
          <dt>
            <kbd>/</kbd>
          </dt>
          <dd>{t`filter by name or number`}</dd>
          <dt>
            <kbd>E</kbd>
          </dt>
          <dd>{t`done, and on to the next`}</dd>
        </dl>
      </EmptyState>
    </div>
  );
}

/** The address names a conversation that is not there, or that this person may not see: both look the same. */
export function NoSuchConversation({ onBack }: { onBack: () => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.pane} role="alert">
      <EmptyState
        title={t`This conversation was not found`}
        actions={<Button variant="filled" onClick={onBack}>{t`Back to the inbox`}</Button>}
      >
        {t`It may have been removed, or it belongs to another account.`}
      </EmptyState>
    </div>
  );
}

/** Nothing of the conversation is on this device, and the server does not answer. */
export function ConversationUnreachable({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.pane} role="alert">
      <EmptyState
        title={t`The conversation could not be read`}
        actions={<Button variant="filled" onClick={onRetry}>{t`Try again`}</Button>}
      >
        {t`The server did not answer, and this device has no copy of it.`}
      </EmptyState>
    </div>
  );
}
