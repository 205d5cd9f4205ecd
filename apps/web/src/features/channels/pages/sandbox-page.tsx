import { useLingui } from '@lingui/react/macro';
import type { Channel, SandboxPhone } from '@parley/contract/types';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/errors.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { AccountProvider, startLive, useCurrentAccount } from '../../sync/public.ts';
import { Bench } from '../components/bench.tsx';

type Sandbox = { channel: Channel; phones: SandboxPhone[] };

/** `/sandbox`: the team's side and a simulated customer's phone beside each other. */
export function SandboxPage() {
  const { t } = useLingui();
  const account = useCurrentAccount();
  const [sandbox, setSandbox] = useState<Sandbox | null>(null);
  const [failure, setFailure] = useState<'none' | 'unreachable' | null>(null);
  const read = useCallback(() => {
    setFailure(null);
    void api('GET /api/sandbox', {})
      .then(setSandbox)
      .catch((error: unknown) =>
        setFailure(error instanceof ApiError && error.status === 404 ? 'none' : 'unreachable'),
      );
  }, []);
  useEffect(() => startLive(), []);
  useEffect(read, [read]);
  return (
    <Page>
      <PageBar title={t`Sandbox`} note={<Badge tone="warn">{t`Nothing leaves this machine`}</Badge>} />
      {failure !== null && (
        <PageBody padded>
          <NoSandbox failure={failure} onRetry={read} />
        </PageBody>
      )}
      {sandbox !== null && account !== null && (
        <AccountProvider value={account}>
          <Bench
            channel={sandbox.channel}
            phones={sandbox.phones}
            onMade={(phone) => setSandbox({ ...sandbox, phones: [...sandbox.phones, phone] })}
          />
        </AccountProvider>
      )}
    </Page>
  );
}

function NoSandbox({ failure, onRetry }: { failure: 'none' | 'unreachable'; onRetry: () => void }) {
  const { t } = useLingui();
  if (failure === 'none') {
    return (
      <EmptyState title={t`This account has no sandbox`}>
        {t`Whoever runs this server has switched the simulator off.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t`The sandbox did not answer`}
      actions={<Button variant="filled" onClick={onRetry}>{t`Try again`}</Button>}
    >
      {t`Its simulator may just be starting, or the server cannot be reached.`}
    </EmptyState>
  );
}
