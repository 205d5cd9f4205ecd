import { isAway } from '@parley/contract/away';
import { useEffect, useState } from 'react';
import { AccountProvider, useCurrentAccount, useRows } from '../../features/sync/public.ts';
import { awayBadge, setNavBadge } from '../../ui/nav-badges.ts';

/** The longest delay of a timer. */
const longestMs = 2_147_483_647;

/** Says in the rail that the user is away: they would wonder why no conversation comes. */
export function OwnAwayBadge() {
  const account = useCurrentAccount();
  if (account === null) return null;
  return (
    <AccountProvider value={account}>
      <Follow uid={account.store.uid} />
    </AccountProvider>
  );
}

function Follow({ uid }: { uid: string }) {
  const me = useRows('users').find(({ id }) => id === uid);
  const [now, setNow] = useState(Date.now);
  const until = me?.away?.until ?? null;
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(
      () => setNow(Date.now()),
      Math.min(Math.max(0, Date.parse(until) - Date.now()), longestMs),
    );
    return () => clearTimeout(timer);
  }, [until]);
  const away = me !== undefined && isAway(me, Math.max(now, Date.now()));
  useEffect(() => {
    setNavBadge(awayBadge, away ? 1 : 0);
    return () => setNavBadge(awayBadge, 0);
  }, [away]);
  return null;
}
