import { useLingui } from '@lingui/react/macro';
import type { InvitationPreview } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';

/** For signed-out users: sign in or sign up with the invited address, then return here. */
export function InvitedSignUp({ invitation, token }: { invitation: InvitationPreview; token: string }) {
  const { t } = useLingui();
  const { email } = invitation;
  const next = `/invitations?token=${token}`;
  return (
    <>
      <p>
        {t`To join, sign in as`}{' '}
        <strong>
          <bdi>{email}</bdi>
        </strong>
        .
      </p>
      <Link
        to="/login"
        search={{ sign_up: 1, next, email }}
        className={buttonClass({ variant: 'filled', size: 'lg' })}
      >{t`I’m new here`}</Link>
      <Link to="/login" search={{ next, email }} className={buttonClass({ size: 'lg' })}>
        {t`Continue to sign in`}
      </Link>
    </>
  );
}
