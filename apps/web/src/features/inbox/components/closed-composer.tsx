import { useLingui } from '@lingui/react/macro';
import { IconClockOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { closedSince } from '../data/window-left.ts';
import styles from './composer.module.css';

export type ClosedComposerProps = {
  /** Shown above: the other kinds of messages that can be written here. */
  tabs?: ReactNode;
  /** When it closed, RFC 3339; null when the customer never wrote. */
  expiresAt: string | null;
  nowMs: number;
  /** First name or name of the customer. */
  name: string;
  /** The unsent draft. */
  draft: string;
  /** The customer is a simulated phone, which can write at any time. */
  sandbox: boolean;
  /** Sends the draft when the customer writes. */
  onPark?: () => Promise<void>;
  /** Templates to choose from in place. */
  templates?: ReactNode;
  /** Opens all templates; absent where there are none. */
  onTemplate?: () => void;
};

/** Shown in place of the field: why nothing can be written, the draft, and what reopens the window. */
export function ClosedComposer({
  tabs,
  expiresAt,
  nowMs,
  name,
  draft,
  sandbox,
  onPark,
  templates,
  onTemplate,
}: ClosedComposerProps) {
  const { t } = useLingui();
  return (
    <footer className={styles.composer}>
      <div className={styles.top}>
        {tabs ?? <span className={styles.title}>{t`Reply`}</span>}
        <span className={styles.window}>
          <IconClockOff {...smallIcon} />
          <ClosedText expiresAt={expiresAt} nowMs={nowMs} />
        </span>
      </div>
      <div className={styles.closed}>
        <strong>
          {expiresAt === null ? t`No messages from this customer yet.` : t`The 24-hour window is closed.`}
        </strong>
        <p>
          {expiresAt === null
            ? t`You can reply freely for 24 hours after the customer's last message.`
            : t`A message from ${name} opens it for another 24 hours.`}
          {sandbox && (
            <>
              {' '}
              <Link to="/sandbox">{t`Write as the customer in the sandbox`}</Link>
            </>
          )}
        </p>
        {templates}
        {onTemplate !== undefined && (
          <p>
            <Button variant={templates === undefined ? 'filled' : 'outlined'} onClick={onTemplate}>
              {templates === undefined ? t`Send a template` : t`All templates`}
            </Button>
          </p>
        )}
        {draft.trim() !== '' && (
          <p className={styles.kept}>
            <span className={styles.draft}>{t`Draft:`}</span>
            <span dir="auto">{draft}</span>
            {onPark !== undefined && (
              <Button size="sm" onClick={() => void onPark()}>
                {t`Send when they reply`}
              </Button>
            )}
          </p>
        )}
      </div>
    </footer>
  );
}

function ClosedText({ expiresAt, nowMs }: { expiresAt: string | null; nowMs: number }): ReactNode {
  const { t } = useLingui();
  const since = closedSince(expiresAt, nowMs);
  if (since === null) return t`Window closed`;
  if (since.unit === 'minutes') return t`Window closed ${since.count} min ago`;
  return since.unit === 'hours' ? t`Window closed ${since.count} h ago` : t`Window closed ${since.count} d ago`;
}
