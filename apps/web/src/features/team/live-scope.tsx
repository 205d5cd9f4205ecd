import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { QueryScope } from '../../platform/query.tsx';
import { KitScope } from '../../ui/kit-scope.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountProvider, startLive, useCurrentAccount } from '../sync/public.ts';

/** Around screens whose contents and rights follow the live account: a change of role or membership acts at once. */
export function LiveScope({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const account = useCurrentAccount();
  useEffect(() => startLive(), []);
  if (account === null) return <Skeleton shape="table" label={t`Reading`} count={4} />;
  return (
    <AccountProvider value={account}>
      <QueryScope>
        <KitScope>{children}</KitScope>
      </QueryScope>
    </AccountProvider>
  );
}
