import { useLingui } from '@lingui/react/macro';
import type { Transfer } from '@parley/contract/types';
import { IconCrown } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { icon } from '../../../ui/icon.ts';
import { useServerWords } from '../../../ui/request-words.ts';
import { toast } from '../../../ui/toast.ts';
import { useAccount } from '../../sync/public.ts';
import { forgetTeam, onlineMs, transferKey } from '../team-data.ts';

/** The open offer to hand the account over, for Owners and for the one it is made to. */
export function useTransfer(): UseQueryResult<Transfer | null> {
  return useQuery({
    queryKey: transferKey,
    queryFn: async ({ signal }) => (await api('GET /api/client/transfer', {}, { signal })).transfer,
    // Offers are no rows of the feed.
    refetchInterval: onlineMs,
  });
}

/** Says that the account is offered, and lets each side answer. Nothing when it is not. */
export function TransferOffer() {
  const { t } = useLingui();
  const { uid } = useAccount().store;
  const serverWords = useServerWords();
  const [busy, setBusy] = useState(false);
  const { data: transfer } = useTransfer();
  if (!transfer) return null;
  const answer = (call: () => Promise<unknown>, done: string) => {
    setBusy(true);
    call()
      .then(
        () => toast({ message: done }),
        (error: unknown) => toast({ message: serverWords(error) }),
      )
      .finally(() => {
        setBusy(false);
        forgetTeam();
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
            onClick={() => answer(() => api('DELETE /api/client/transfer', {}), t`The offer is taken back.`)}
          >
            {t`Take back`}
          </Button>
        }
      >
        {t`${from} offered the account to ${to}, who has not answered yet.`}
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
