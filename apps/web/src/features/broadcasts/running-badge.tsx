import { refusalOf } from '@parley/contract/rights';
import { useCallback, useEffect } from 'react';
import { setRailBadge } from '../../ui/rail-badges.ts';
import { AccountProvider, useAccount, useCurrentAccount, useStanding } from '../sync/public.ts';
import { useFollow } from './use-follow.ts';

/** Broadcasts tell of themselves all the time while they run; how many there are is counted this often, milliseconds. */
const gatherMs = 1_500;

/** Keeps the number beside Broadcast in the rail: how many run now. */
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
  const allowed = refusalOf(useStanding(), 'broadcasts.use') === null;
  const count = useCallback(async () => {
    if (!allowed) return setRailBadge('broadcast', 0);
    const query = { state: 'RUNNING' as const, limit: 200, archived: 'false' as const };
    setRailBadge('broadcast', (await account.api('GET /api/campaigns', { query })).data.length);
  }, [account, allowed]);
  useFollow('campaigns', count, gatherMs);
  useEffect(() => {
    // Without an answer the rail says nothing; the next change asks again.
    void count().catch(() => undefined);
    return () => setRailBadge('broadcast', 0);
  }, [count]);
  return null;
}
