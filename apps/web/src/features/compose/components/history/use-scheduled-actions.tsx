import { useLingui } from '@lingui/react/macro';
import type { ComposedRow } from '@parley/contract/types';
import { IconClock, IconSend, IconX } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { icon } from '../../../../ui/icon.ts';
import type { MenuAction } from '../../../../ui/layer/menu.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useAccount } from '../../../sync/public.ts';
import { cancelMessage, changeTime, isScheduled } from '../../data/scheduled-actions.ts';
import { invalidateHistory } from '../../data/use-history.ts';

/** What can be done with a message that is sent later; nothing with others. */
export function useScheduledActions(onTime: (row: ComposedRow) => void): (row: ComposedRow) => MenuAction[] {
  const { t } = useLingui();
  const account = useAccount();
  const words = useServerErrorMessage();
  const act = useCallback(
    async (work: Promise<void>, done: string) => {
      await work.then(
        () => toast({ message: done }),
        (error: unknown) => toast({ message: words(error) }),
      );
      invalidateHistory();
    },
    [words],
  );
  return useCallback(
    (row) => {
      if (!isScheduled(row)) return [];
      return [
        { id: 'time', label: t`Change the time`, icon: <IconClock {...icon} />, run: () => onTime(row) },
        {
          id: 'now',
          label: t`Send now`,
          icon: <IconSend {...icon} />,
          run: () => void act(changeTime(account, row, null), t`The message is being sent.`),
        },
        {
          id: 'cancel',
          label: t`Cancel message`,
          icon: <IconX {...icon} />,
          run: () => void act(cancelMessage(account, row), t`The message was cancelled.`),
        },
      ];
    },
    [t, account, act, onTime],
  );
}
