import { useLingui } from '@lingui/react/macro';
import type { InvitationPreview } from '@parley/contract/types';
import { useState } from 'react';
import { session } from '../../../platform/browser-session.ts';
import { sayFarewell } from '../../../platform/farewell.ts';
import { countUnsent } from '../../../platform/unsent.ts';
import { Button } from '../../../ui/button.tsx';
import { AskAgain } from './ask-again.tsx';
import styles from './invitation-card.module.css';

/** Signed in under another address than the invited one: both are said, nothing is joined. */
export function OtherAddress(props: { invitation: InvitationPreview; token: string; present: string }) {
  const { t } = useLingui();
  const { invitation, token, present } = props;
  const [unsent, setUnsent] = useState(0);
  const change = async (anyway: boolean) => {
    const count = anyway ? 0 : await countUnsent();
    setUnsent(count);
    if (count > 0) return;
    await sayFarewell();
    await session.signOut();
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
            {t`Messages have not left this device yet. Signing out throws them away.`}
          </p>
          <Button danger size="lg" onClick={() => void change(true)}>{t`Throw away and sign out`}</Button>
        </>
      ) : (
        <Button variant="filled" size="lg" onClick={() => void change(false)}>
          {t`Sign in as ${invitation.email}`}
        </Button>
      )}
      <AskAgain token={token} inviter={invitation.invited_by} email={present} />
    </>
  );
}
