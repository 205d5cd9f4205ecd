import { useLingui } from '@lingui/react/macro';
import type { Transfer } from '@parley/contract/types';
import { IconCrown } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { icon } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast.ts';
import { useAccount } from '../../sync/public.ts';
import { invalidateTeam, onlineMs, transferKey } from '../data/team-data.ts';

/** The open offer to transfer the account, for Owners and for the recipient. */
export function useTransfer(): UseQueryResult<Transfer | null> {
  return useQuery({
    queryKey: transferKey,
    queryFn: async ({ signal }) => (await api('GET /api/client/transfer', {}, { signal })).transfer,
    // Offers are not part of the change feed.
    refetchInterval: onlineMs,
  });
}

/** Shows the open offer, and lets each side answer. Empty without one. */
export function TransferOffer() {
  const { t } = useLingui();
  const { uid } = useAccount().store;
  const serverText = useServerErrorMessage();
  const [busy, setBusy] = useState(false);
  const { data: transfer } = useTransfer();
  if (!transfer) return null;
  const answer = (call: () => Promise<unknown>, done: string) => {
    setBusy(true);
    call()
      .then(
        () => toast({ message: done }),
        (error: unknown) => toast({ message: serverText(error) }),
      )
      .finally(() => {
        setBusy(false);
        invalidateTeam();
      });
  };
  const from = transfer.from.name;
  const to = transfer.to.name;
  if (transfer.to.user_id !== uid) {
    return (
      <Banner
        icon={<IconCrown {...icon} />}
        action={
          <Button
            size="sm"
            busy={busy}
            onClick={() => answer(() => api('DELETE /api/client/transfer', {}), t`Offer withdrawn.`)}
          >
            {t`Undo`}
          </Button>
        }
      >
        {t`${from} offered the account to ${to}, who hasn’t responded yet.`}
      </Banner>
    );
  }
  return (
    <Banner
      icon={<IconCrown {...icon} />}
      action={
        <>
          <Button
            size="sm"
            busy={busy}
            onClick={() => answer(() => api('POST /api/client/transfer/decline', {}), t`You declined the account.`)}
          >
            {t`Decline`}
          </Button>
          <Button
            size="sm"
            variant="filled"
            busy={busy}
            onClick={() => answer(() => api('POST /api/client/transfer/accept', {}), t`You are Owner now.`)}
          >
            {t`Accept`}
          </Button>
        </>
      }
    >
      {t`${from} offers you this account: you become Owner, ${from} becomes Admin.`}
    </Banner>
  );
}
