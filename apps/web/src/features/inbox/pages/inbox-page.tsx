import { useEffect } from 'react';
import { AccountProvider, startLive, useCurrentAccount } from '../../sync/public.ts';
import { InboxScreen } from './inbox-screen.tsx';
import { useInboxAddress } from './use-inbox-address.ts';

/** `/inbox` and `/inbox/{thread_id}`. */
export function InboxPage() {
  const account = useCurrentAccount();
  const address = useInboxAddress();
  useEffect(() => startLive(), []);
  if (account === null) return null;
  return (
    <AccountProvider value={account}>
      <InboxScreen {...address} />
    </AccountProvider>
  );
}
