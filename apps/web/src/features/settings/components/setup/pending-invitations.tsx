import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { session } from '../../../../platform/browser-session.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { identity } from '../../../identity/public.ts';
import styles from './setup.module.css';

/** Shown before creating an account: open invitations, and accounts the user is suspended in. */
export function PendingInvitations() {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: ['auth', 'profile'],
    queryFn: () => identity.getUser(),
    enabled: session.state().status !== 'signed-out',
  });
  if (data === undefined) return null;
  const suspended = data.accounts.filter(({ state }) => state === 'suspended');
  const waiting = data.waiting_invitations;
  if (suspended.length === 0 && waiting === 0) return null;
  return (
    <div className={styles.notes}>
      {waiting > 0 && (
        <p className={styles.note}>
          <span>{plural(waiting, { one: 'An invitation waits for you.', other: '# invitations wait for you.' })}</span>
          <Link to="/invitations" className={buttonClass({ size: 'sm' })}>{t`View`}</Link>
        </p>
      )}
      {suspended.map(({ client_id: id, name, owner_name: owner }) => (
        <p key={id} className={styles.note}>{t`Your access to ${name} is suspended. ${owner} can restore it.`}</p>
      ))}
    </div>
  );
}
