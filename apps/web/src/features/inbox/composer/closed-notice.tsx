import { useLingui } from '@lingui/react/macro';
import { IconClockOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import styles from './composer.module.css';
import { closedSince } from './window-left.ts';

export type ClosedNoticeProps = {
  /** When it closed, RFC 3339; null when the customer never wrote. */
  expiresAt: string | null;
  /** First name or name of the customer. */
  name: string;
  /** The customer is a simulated phone, which can write at any time. */
  sandbox: boolean;
  /** Templates to choose from in place. */
  templates?: ReactNode;
  /** Opens all templates; absent where there are none. */
  onTemplate?: (() => void) | undefined;
};

/** Shown above the field: why nothing is sent now, and what reopens the window. */
export function ClosedNotice({ expiresAt, name, sandbox, templates, onTemplate }: ClosedNoticeProps) {
  const { t } = useLingui();
  return (
    <div className={styles.closed}>
      <strong>{expiresAt === null ? t`No open reply window.` : t`The 24-hour window is closed.`}</strong>
      <p>
        {expiresAt === null
          ? t`You can reply freely for 24 hours after the customer’s last message.`
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
          <Button onClick={onTemplate}>{templates === undefined ? t`Send a template` : t`All templates`}</Button>
        </p>
      )}
    </div>
  );
}

/** How long the window has been closed. */
export function ClosedText({ expiresAt, nowMs }: { expiresAt: string | null; nowMs: number }) {
  const { t } = useLingui();
  const since = closedSince(expiresAt, nowMs);
  const words = {
    minutes: t`Window closed ${since?.count ?? 0} min ago`,
    hours: t`Window closed ${since?.count ?? 0} h ago`,
    days: t`Window closed ${since?.count ?? 0} d ago`,
  };
  return (
    <span className={styles.window}>
      <IconClockOff {...smallIcon} />
      {since === null ? t`Window closed` : words[since.unit]}
    </span>
  );
}
