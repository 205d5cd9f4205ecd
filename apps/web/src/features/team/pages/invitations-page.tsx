import { useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { session } from '../../../platform/browser-session.ts';
import { QueryScope } from '../../../platform/query.tsx';
import { clearRemovedFromAccount, removedFromAccount } from '../../../platform/removed-from-account.ts';
import { Banner } from '../../../ui/banner.tsx';
import { EnterCode } from '../components/enter-code.tsx';
import { InvitationCard } from '../components/invitation-card.tsx';
import { OpenInvitations } from '../components/waiting-invitations.tsx';

/** `/invitations`: one by the code in the URL, or the user's open ones. */
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
      {signedIn && <OpenInvitations />}
      <EnterCode onCode={(code) => void navigate({ to: '/invitations', search: { token: code } })} />
      {!signedIn && (
        <p>
          <Link to="/login" search={{ next: '/invitations' }}>{t`Sign in to see pending invitations`}</Link>
        </p>
      )}
    </>
  );
}

/** Says once that the user was removed from an account. */
export function LeftAccount() {
  const { t } = useLingui();
  // Read once; the next page does not repeat it.
  const [left] = useState(removedFromAccount);
  useEffect(clearRemovedFromAccount, []);
  if (left === null) return null;
  return (
    <Banner tone="warn">
      {left === ''
        ? t`You can no longer open that account: you left it, or a member of its team removed or suspended you.`
        : t`You can no longer open ${left}: you left it, or a member of its team removed or suspended you.`}
    </Banner>
  );
}
