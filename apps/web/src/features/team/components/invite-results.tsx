import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { CopyText, fullAddress } from '../../../ui/copy-text.tsx';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import type { InviteResult } from '../data/team-data.ts';
import { EmailState } from './invitations-view.tsx';
import styles from './views.module.css';

/** The result for each address, with the links to copy, which are shown only here. */
export function InviteResults({ results, onMore }: { results: readonly InviteResult[]; onMore: () => void }) {
  const { t } = useLingui();
  const { near } = useRelativeTime();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const invited = results.filter(({ outcome }) => outcome === 'invited').length;
  const until = results.find(({ invitation }) => invitation !== null)?.invitation?.expires_at;
  return (
    <div className={styles.sheet}>
      <section className={styles.section}>
        <h2 ref={heading} tabIndex={-1}>
          {t`${plural(invited, { 0: 'No invitations sent', one: '# member is invited', other: '# members are invited' })}`}
        </h2>
        {invited > 0 && until && (
          <p className={styles.quiet}>
            {t`The links are shown only here and expire ${near(until)}. Each link works only for the address it was created for.`}
          </p>
        )}
        <ul className={styles.list}>
          {results.map((result) => (
            <li key={result.email} className={styles.item}>
              <bdi className={styles.grow}>{result.email}</bdi>
              {result.outcome === 'invited' ? (
                <Badge tone="ok">{t`Invited`}</Badge>
              ) : (
                <span className={styles.quiet}>{result.msg}</span>
              )}
              {result.invitation && result.outcome === 'invited' && (
                <span className={styles.quiet}>
                  <EmailState letter={result.invitation.letter} />
                </span>
              )}
              {result.url && <CopyText label={t`Link for ${result.email}`} text={fullAddress(result.url)} />}
            </li>
          ))}
        </ul>
        <p className={styles.actions}>
          <Link to="/team" search={{ tab: 'invitations' }} className={buttonClass({ variant: 'filled' })}>
            {t`See pending invitations`}
          </Link>
          <Button onClick={onMore}>{t`Invite more`}</Button>
        </p>
      </section>
    </div>
  );
}
