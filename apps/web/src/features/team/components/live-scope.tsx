import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { QueryScope } from '../../../platform/query.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AccountProvider, startLive, useCurrentAccount } from '../../sync/public.ts';

/** Wraps screens that follow the live account: changes of role or membership apply at once. */
export function LiveScope({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const account = useCurrentAccount();
  useEffect(() => startLive(), []);
  if (account === null) return <Skeleton shape="table" label={t`Reading`} count={4} />;
  return (
    <AccountProvider value={account}>
      <QueryScope>{children}</QueryScope>
    </AccountProvider>
  );
}
