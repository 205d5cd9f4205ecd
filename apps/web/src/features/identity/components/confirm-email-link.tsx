import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { session } from '../../../platform/browser-session.ts';
import { useProfile } from '../../../platform/profile.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import styles from './identity.module.css';

/**
 * Asks before using a magic link: mail filters open links too, but only a user presses a button. A signed-in user
 * sees what the link would change.
 */
export function ConfirmEmailLink({ onAgree }: { onAgree: () => void }) {
  const { t } = useLingui();
  const signedIn = session.state().status !== 'signed-out';
  const email = useProfile((state) => state.profile?.email);
  if (!signedIn) {
    return (
      <>
        <div>
          <h1>{t`Sign in to Parley`}</h1>
          <p className={styles.lead}>{t`Select the button to continue. This link works once.`}</p>
        </div>
        <Button variant="filled" size="lg" onClick={onAgree}>{t`Sign in`}</Button>
        <p className={styles.quiet}>{t`Didn’t request a link? Close this page; nothing happens without the button.`}</p>
      </>
    );
  }
  return (
    <>
      <div>
        <h1>{t`You are signed in already`}</h1>
        <p className={styles.lead}>
          {email ? t`This tab is signed in as ${email}.` : t`This tab is signed in already.`}{' '}
          {t`The link signs in the person it was sent to in this tab. Other tabs don’t change.`}
        </p>
      </div>
      <p className={styles.actions}>
        <Link to="/inbox" className={buttonClass({ variant: 'filled' })}>{t`Don’t switch`}</Link>
        <Button onClick={onAgree}>{t`Use the link`}</Button>
      </p>
    </>
  );
}
