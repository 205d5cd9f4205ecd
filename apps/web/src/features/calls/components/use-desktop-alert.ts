import { useLingui } from '@lingui/react/macro';
import type { PhoneCall } from '@parley/contract/types';
import { useEffect } from 'react';
import { contactName } from '../../contacts/public.ts';
import { loadCallAlert } from '../../notifications/public.ts';
import { useAccount, useRow } from '../../sync/public.ts';

const nothing = () => undefined;

/** While a call rings and nobody looks at the page, the desktop shows it. */
export function useDesktopAlert({ id, thread_id: threadId, channel_id: channelId, contact }: PhoneCall): void {
  const { t } = useLingui();
  const account = useAccount();
  const title = t`${contactName(contact)} is calling`;
  const body = useRow('channels', channelId)?.channel_label ?? '';
  useEffect(() => {
    let isOver = false;
    let withdraw: () => void = nothing;
    const look = () => {
      withdraw();
      withdraw = nothing;
      if (document.visibilityState === 'visible') return;
      void loadCallAlert()
        .then((alertOfCall) => {
          if (isOver || document.visibilityState === 'visible') return;
          withdraw();
          withdraw = alertOfCall(account, { callId: id, threadId, title, body });
        })
        .catch(nothing);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      isOver = true;
      withdraw();
      document.removeEventListener('visibilitychange', look);
    };
  }, [account, id, threadId, title, body]);
}
