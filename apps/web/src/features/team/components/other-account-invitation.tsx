import { useLingui } from '@lingui/react/macro';
import type { InvitationPreview } from '@parley/contract/types';
import { useState } from 'react';
import { signOut } from '../../../platform/sign-out.ts';
import { countUnsent } from '../../../platform/unsent.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './invitation-card.module.css';
import { RequestInvitation } from './request-invitation.tsx';

/** The user is signed in with another address than the invited one: shows both, joins nothing. */
export function OtherAccountInvitation(props: { invitation: InvitationPreview; token: string; present: string }) {
  const { t } = useLingui();
  const { invitation, token, present } = props;
  const [unsent, setUnsent] = useState(0);
  const change = async (anyway: boolean) => {
    const count = anyway ? 0 : await countUnsent();
    setUnsent(count);
    if (count > 0) return;
    await signOut();
    const next = encodeURIComponent(`/invitations?token=${token}`);
    window.location.assign(`/login?next=${next}`);
  };
  return (
    <>
      <p>
        {t`This invitation is for`}{' '}
        <strong>
          <bdi>{invitation.email}</bdi>
        </strong>
        . {t`You are signed in as`}{' '}
        <strong>
          <bdi>{present}</bdi>
        </strong>
        .
      </p>
      {unsent > 0 ? (
        <>
          <p role="alert" className={styles.quiet}>
            {t`Unsent messages on this device are lost when you sign out.`}
          </p>
          <Button danger size="lg" onClick={() => void change(true)}>{t`Discard and sign out`}</Button>
        </>
      ) : (
        <Button variant="filled" size="lg" onClick={() => void change(false)}>
          {t`Sign in as ${invitation.email}`}
        </Button>
      )}
      <RequestInvitation token={token} inviter={invitation.invited_by} email={present} />
    </>
  );
}
