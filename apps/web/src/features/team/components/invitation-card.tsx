import { useLingui } from '@lingui/react/macro';
import type { InvitationPreview } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/browser-session.ts';
import { ApiError } from '../../../platform/errors.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { FormError } from '../../../ui/form.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { roleName } from '../../../ui/role-name.ts';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import { roleDescriptions } from '../data/permission-labels.ts';
import { useJoin } from '../data/use-join.ts';
import { InvalidInvitation } from './invalid-invitation.tsx';
import styles from './invitation-card.module.css';
import { InvitedSignUp } from './invited-sign-up.tsx';
import { OtherAccountInvitation } from './other-account-invitation.tsx';

/** The page of an invitation link, in every state. Opening it changes nothing. */
export function InvitationCard({ token }: { token: string }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const preview = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api('POST /api/invitations/preview', { body: { token } }, { signal }),
    throwOnError: false,
  });
  const { data: invitation, error, isPending, refetch } = preview;
  if (isPending) return <p role="status">{t`Opening the invitation`}</p>;
  if (error instanceof ApiError && error.status < 429) {
    return (
      <>
        <div>
          <h1>{t`This link doesn’t work`}</h1>
          <p className={styles.lead}>
            {t`No invitation found. A newer email may have replaced it, or part of the link is missing.`}
          </p>
        </div>
        <Link to="/invitations" className={buttonClass({ size: 'lg' })}>{t`Enter another link or code`}</Link>
      </>
    );
  }
  if (!invitation) {
    return (
      <>
        <h1>{t`Invitation`}</h1>
        <FormError>{serverText(error)}</FormError>
        <Button onClick={() => void refetch()}>{t`Try again`}</Button>
      </>
    );
  }
  if (invitation.state !== 'open') return <InvalidInvitation invitation={invitation} token={token} />;
  return <OpenInvitation invitation={invitation} token={token} onStale={() => void refetch()} />;
}

function OpenInvitation(props: { invitation: InvitationPreview; token: string; onStale: () => void }) {
  const { t } = useLingui();
  const { invitation, token } = props;
  const { account, invited_by: inviter } = invitation;
  const signedIn = session.state().status !== 'signed-out';
  return (
    <>
      <h1>{inviter === '' ? t`You are invited to ${account.name}` : t`${inviter} invites you to ${account.name}`}</h1>
      <Facts invitation={invitation} />
      {signedIn ? <Answer {...props} /> : <InvitedSignUp invitation={invitation} token={token} />}
      <Decline invitation={invitation} token={token} onDeclined={props.onStale} />
    </>
  );
}

function Facts({ invitation }: { invitation: InvitationPreview }) {
  const { t, i18n } = useLingui();
  const { near, date } = useRelativeTime();
  const { account, greeting, role, note, email, expires_at: expiresAt } = invitation;
  return (
    <section className={styles.card} aria-label={t`Invitation`}>
      <div className={styles.row}>
        <Avatar name={account.name} seed={account.client_id} picture={account.logo_url} size="md" />
        <span className={styles.names}>
          <strong>
            <bdi>{account.name}</bdi>
          </strong>
          <small>
            {t`for`} <bdi>{email}</bdi>
          </small>
        </span>
      </div>
      {greeting !== '' && (
        <p className={styles.greeting}>
          <bdi>{greeting}</bdi>
        </p>
      )}
      <p>
        <strong>{i18n._(roleName[role])}</strong>
        {': '}
        {i18n._(roleDescriptions[role])}
      </p>
      {invitation.role_changed && (
        <p className={styles.quiet}>{t`Your role was changed after the invitation was sent.`}</p>
      )}
      {note !== '' && (
        <blockquote className={styles.note}>
          <bdi>{note}</bdi>
        </blockquote>
      )}
      <p className={styles.quiet}>{t`Ends ${near(expiresAt)}, on ${date(expiresAt)}.`}</p>
    </section>
  );
}

/** For signed-in users: with the invited address, or another. */
function Answer({ invitation, token, onStale }: { invitation: InvitationPreview; token: string; onStale: () => void }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const { join, joining, problem } = useJoin();
  const profile = useQuery({
    queryKey: ['auth', 'profile'],
    queryFn: ({ signal }) => api('GET /api/auth/profile', {}, { signal }),
    throwOnError: false,
  });
  if (profile.isPending) return <p role="status">{t`One moment`}</p>;
  if (!profile.data) {
    return (
      <>
        <FormError>{serverText(profile.error)}</FormError>
        <Button onClick={() => void profile.refetch()}>{t`Try again`}</Button>
      </>
    );
  }
  const { email } = profile.data.user;
  if (email !== invitation.email)
    return <OtherAccountInvitation invitation={invitation} token={token} present={email} />;
  return (
    <>
      <FormError>{problem}</FormError>
      <Button
        variant="filled"
        size="lg"
        busy={joining}
        onClick={() => {
          // Refused because the invitation changed: the page shows its current state.
          void join(() => api('POST /api/invitations/accept', { body: { token } }).finally(onStale));
        }}
      >
        {t`Accept and join`}
      </Button>
      <p className={styles.quiet}>
        {t`You are signed in as ${email}.`} <Link to="/logout">{t`Use a different email`}</Link>
      </p>
    </>
  );
}

function Decline(props: { invitation: InvitationPreview; token: string; onDeclined: () => void }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const [asking, setAsking] = useState(false);
  const { account, invited_by: inviter } = props.invitation;
  return (
    <>
      <Button variant="plain" size="lg" onClick={() => setAsking(true)}>{t`Decline`}</Button>
      {asking && (
        <ConfirmDialog
          title={t`Decline the invitation to ${account.name}?`}
          confirm={t`Decline`}
          keep={t`Leave it open`}
          problem={serverText}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await api('POST /api/invitations/decline', { body: { token: props.token } });
            props.onDeclined();
          }}
        >
          <p>{t`The link stops working. ${inviter} can invite you again.`}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
