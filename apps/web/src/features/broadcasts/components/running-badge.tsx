import { findDenial } from '@parley/contract/permissions';
import { useCallback, useEffect } from 'react';
import { setNavBadge } from '../../../ui/nav-badges.ts';
import { AccountProvider, useAccess, useAccount, useCurrentAccount } from '../../sync/public.ts';
import { useCampaignUpdates } from '../data/use-campaign-updates.ts';

/** Running broadcasts change all the time; minimum interval between counts, milliseconds. */
const debounceMs = 1_500;

/** Updates the number of running broadcasts in the rail. */
export function RunningBadge() {
  const account = useCurrentAccount();
  if (account === null) return null;
  return (
    <AccountProvider value={account}>
      <Counting />
    </AccountProvider>
  );
}

function Counting() {
  const account = useAccount();
  const allowed = findDenial(useAccess(), 'broadcasts.use') === null;
  const count = useCallback(async () => {
    if (!allowed) return setNavBadge('/broadcast', 0);
    const query = { state: 'RUNNING' as const, limit: 200, archived: 'false' as const };
    setNavBadge('/broadcast', (await account.api('GET /api/campaigns', { query })).data.length);
  }, [account, allowed]);
  useCampaignUpdates('campaigns', count, debounceMs);
  useEffect(() => {
    // Without an answer the rail shows no number; the next change tries again.
    void count().catch(() => undefined);
    return () => setNavBadge('/broadcast', 0);
  }, [count]);
  return null;
}
