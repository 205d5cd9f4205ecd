import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLiveKeys } from '../../../ui/commands/live-keys.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import styles from './no-conversation.module.css';

/** The large pane while no conversation is open. `firstSteps`: the setup checklist of a new account. */
export function NothingChosen({ firstSteps }: { firstSteps?: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className={styles.pane}>
      {firstSteps && <div className={styles.firstSteps}>{firstSteps}</div>}
      <EmptyState title={t`Choose a conversation`}>
        <dl className={styles.keys}>
          <ShortcutRow commands={['inbox.next', 'inbox.previous']}>{t`move through the list`}</ShortcutRow>
          <dt>
            <kbd>Enter</kbd>
          </dt>
          <dd>{t`open`}</dd>
          <ShortcutRow commands={['app.search']}>{t`search by name or number`}</ShortcutRow>
          <ShortcutRow commands={['inbox.done']}>{t`mark as done and open the next`}</ShortcutRow>
        </dl>
      </EmptyState>
    </div>
  );
}

/** The default keys: shown with the first paint, before the user's own are loaded. */
const delivered: Record<string, string> = {
  'inbox.next': 'J',
  'inbox.previous': 'K',
  'app.search': '/',
  'inbox.done': 'E',
};

function ShortcutRow({ commands, children }: { commands: string[]; children: ReactNode }) {
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
