import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLiveKeys } from '../../../ui/commands/live-keys.ts';
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
          <Hint commands={['inbox.next', 'inbox.previous']}>{t`down and up the list`}</Hint>
          <dt>
            <kbd>Enter</kbd>
          </dt>
          <dd>{t`open`}</dd>
          <Hint commands={['inbox.filter']}>{t`filter by name or number`}</Hint>
          <Hint commands={['inbox.done']}>{t`done, and on to the next`}</Hint>
        </dl>
      </EmptyState>
    </div>
  );
}

/** Keys as delivered: the hints stand with the first paint, before it is known what the person chose. */
const delivered: Record<string, string> = {
  'inbox.next': 'J',
  'inbox.previous': 'K',
  'inbox.filter': '/',
  'inbox.done': 'E',
};

function Hint({ commands, children }: { commands: string[]; children: ReactNode }) {
  const live = useLiveKeys();
  const keys = commands.map((command) => live[command] ?? delivered[command]).filter(Boolean);
  if (keys.length === 0) return null;
  return (
    <>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </>
  );
}
