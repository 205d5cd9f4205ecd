import { useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { session } from '../../../platform/browser-session.ts';
import { forgetLeftAccount, leftAccount } from '../../../platform/left-account.ts';
import { QueryScope } from '../../../platform/query.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { EnterCode } from '../components/enter-code.tsx';
import { InvitationCard } from '../components/invitation-card.tsx';
import { WaitingInvitations } from '../components/waiting-invitations.tsx';

/** `/invitations`: one by the code in the address, or those that wait for the person. */
export function InvitationsPage() {
  const { token } = useSearch({ strict: false });
  return (
    <QueryScope>
      {typeof token === 'string' && token !== '' ? <InvitationCard key={token} token={token} /> : <Overview />}
    </QueryScope>
  );
}

function Overview() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const signedIn = session.state().status !== 'signed-out';
  return (
    <>
      <h1>{t`Invitations`}</h1>
      <LeftAccount />
      {signedIn && <WaitingInvitations />}
      <EnterCode onCode={(code) => void navigate({ to: '/invitations', search: { token: code } })} />
      {!signedIn && (
        <p>
          <Link to="/login" search={{ next: '/invitations' }}>{t`Sign in to see invitations that wait for you`}</Link>
        </p>
      )}
    </>
  );
}

/** Says once that this tab was put out of an account. */
export function LeftAccount() {
  const { t } = useLingui();
  // Read once for this page; the next one has nothing to say any more.
  const [left] = useState(leftAccount);
  useEffect(forgetLeftAccount, []);
  if (left === null) return null;
  return (
    <Banner tone="warn">
      {left === ''
        ? t`You can no longer open that account: you left it, or somebody of its team removed or suspended you.`
        : t`You can no longer open ${left}: you left it, or somebody of its team removed or suspended you.`}
    </Banner>
  );
}
