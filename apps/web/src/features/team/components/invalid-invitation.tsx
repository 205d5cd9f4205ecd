import { useLingui } from '@lingui/react/macro';
import type { InvitationPreview } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { session } from '../../../platform/browser-session.ts';
import { buttonClass } from '../../../ui/button.tsx';
import styles from './invitation-card.module.css';
import { RequestInvitation } from './request-invitation.tsx';

/** An invitation that can no longer be accepted: why, and what to do. */
export function InvalidInvitation({ invitation, token }: { invitation: InvitationPreview; token: string }) {
  const { title, text } = useInvalidInvitationText(invitation);
  const { t } = useLingui();
  const { state } = invitation;
  const signedIn = session.state().status !== 'signed-out';
  return (
    <>
      <div>
        <h1>{title}</h1>
        <p className={styles.quiet}>{text}</p>
      </div>
      {(state === 'expired' || state === 'revoked') && (
        <RequestInvitation token={token} inviter={invitation.invited_by} />
      )}
      {state === 'accepted' &&
        (signedIn ? (
          <Link to="/switch-account" className={buttonClass({ variant: 'filled', size: 'lg' })}>
            {t`Open your accounts`}
          </Link>
        ) : (
          <Link
            to="/login"
            search={{ next: '/switch-account' }}
            className={buttonClass({ variant: 'filled', size: 'lg' })}
          >
            {t`Sign in`}
          </Link>
        ))}
      <Link to="/invitations" className={buttonClass({ size: 'lg' })}>{t`Other invitations`}</Link>
    </>
  );
}

function useInvalidInvitationText({ state, account, invited_by: inviter, email }: InvitationPreview) {
  const { t } = useLingui();
  const who = inviter === '' ? t`a team member` : inviter;
  switch (state) {
    case 'accepted':
      return {
        title: t`This invitation was used`,
        text: t`${email} already joined ${account.name} with this invitation. Sign in with this address to open the account.`,
      };
    case 'declined':
      return {
        title: t`This invitation was declined`,
        text: t`Declined by mistake? Ask ${who} to invite you to ${account.name} again.`,
      };
    case 'revoked':
      return {
        title: t`This invitation was revoked`,
        text: t`A member of ${account.name} revoked it. If you still want to join, ask ${who} for a new one.`,
      };
    case 'closed':
      return {
        title: t`This account is closed`,
        text: t`An Owner closed ${account.name}. No one can join it.`,
      };
    default:
      return {
        title: t`This invitation has expired`,
        text: t`Ask ${who} for a new one to ${account.name}.`,
      };
  }
}
