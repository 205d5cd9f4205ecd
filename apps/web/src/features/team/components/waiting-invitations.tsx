import { useLingui } from '@lingui/react/macro';
import type { InvitationPreview } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/browser-session.ts';
import { queryClient } from '../../../platform/query.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { FormError } from '../../../ui/form.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { roleName } from '../../../ui/role-name.ts';
import { toast } from '../../../ui/toast.ts';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import { useJoin } from '../data/use-join.ts';
import styles from './invitation-card.module.css';
import { JoinOffers } from './join-offers.tsx';

const key = ['invitations-waiting'];

/** Open invitations to the user's address, in all accounts. */
export function OpenInvitations() {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /api/invitations/waiting', {}, { signal }),
  });
  const state = session.state();
  const hasAccount = state.status !== 'signed-out' && state.claims.client_id !== null;
  if (isPending) return <p role="status">{t`Loading invitations`}</p>;
  if (error) {
    return (
      <>
        <FormError>{serverText(error)}</FormError>
        <Button onClick={() => void refetch()}>{t`Try again`}</Button>
      </>
    );
  }
  return (
    <>
      {!data.email_verified && (
        <p className={styles.quiet}>
          {t`Your address is not confirmed yet, so its invitations are not listed. Open the link in the email, or sign in once with a code.`}
        </p>
      )}
      {data.data.length === 0 && data.email_verified && (
        <p className={styles.quiet}>{t`No pending invitations. If you have a link, paste it here.`}</p>
      )}
      <ul className={styles.list}>
        {data.data.map((invitation) => (
          <li key={invitation.id}>
            <Row invitation={invitation} />
          </li>
        ))}
      </ul>
      <JoinOffers />
      <p className={styles.actions}>
        {hasAccount ? (
          <Link to="/inbox" className={buttonClass()}>{t`Go to the inbox`}</Link>
        ) : (
          <Link to="/initial-setup/business-info" className={buttonClass()}>{t`Create an account of your own`}</Link>
        )}
      </p>
    </>
  );
}

function Row({ invitation }: { invitation: InvitationPreview }) {
  const { t, i18n } = useLingui();
  const { near } = useRelativeTime();
  const serverText = useServerErrorMessage();
  const [declining, setDeclining] = useState(false);
  const { join, joining, problem } = useJoin();
  const { id, account, role, invited_by: inviter, expires_at: expiresAt } = invitation;
  const params = { id };
  return (
    <section className={styles.row} aria-label={account.name}>
      <Avatar name={account.name} seed={account.client_id} picture={account.logo_url} size="md" />
      <span className={styles.names}>
        <strong>
          <bdi>{account.name}</bdi>
        </strong>
        <small>{t`${i18n._(roleName[role])}, invited by ${inviter}, ends ${near(expiresAt)}`}</small>
      </span>
      <span className={styles.actions}>
        <Button
          variant="filled"
          size="sm"
          busy={joining}
          onClick={() => void join(() => api('POST /api/invitations/waiting/{id}/accept', { params }))}
        >
          {t`Accept`}
        </Button>
        <Button size="sm" onClick={() => setDeclining(true)}>{t`Decline`}</Button>
      </span>
      <FormError>{problem}</FormError>
      {declining && (
        <ConfirmDialog
          title={t`Decline the invitation to ${account.name}?`}
          confirm={t`Decline`}
          keep={t`Leave it open`}
          problem={serverText}
          onClose={() => setDeclining(false)}
          onConfirm={async () => {
            await api('POST /api/invitations/waiting/{id}/decline', { params });
            toast({ message: t`Declined. ${inviter} can invite you again.` });
            await queryClient.invalidateQueries({ queryKey: key });
          }}
        >
          <p>{t`You can’t undo this; ${inviter} can invite you again.`}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
