import { useLingui } from '@lingui/react/macro';
import { IconFlask, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { smallIcon } from '../../../../ui/icon.ts';
import { toast } from '../../../../ui/toast.ts';
import { useRows } from '../../../sync/public.ts';
import { useCampaignRequests } from '../../data/campaign-queries.ts';

export function NothingMatches({ onClear }: { onClear: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`No matching broadcasts`}
      actions={<Button variant="filled" onClick={onClear}>{t`Clear filters`}</Button>}
    >
      <p>{t`No broadcasts match these filters.`}</p>
    </EmptyState>
  );
}

export function NothingArchived() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`The archive is empty`}
      actions={
        <Link to="/broadcast/history" search={{}} className={buttonClass({ variant: 'filled' })}>
          {t`Open the history`}
        </Link>
      }
    >
      <p>{t`Archive ended broadcasts to hide them here. Their results are not deleted.`}</p>
    </EmptyState>
  );
}

/** The account has no broadcasts yet. */
export function NoBroadcasts() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const calls = useCampaignRequests();
  const words = useServerErrorMessage();
  const sandbox = useRows('channels').find((channel) => channel.sandbox);
  const [busy, setBusy] = useState(false);
  const tryIt = async (channelId: string) => {
    setBusy(true);
    try {
      const made = await calls.create({
        id: uuidv7(),
        name: t`Sandbox test`,
        area: 'BROADCAST_SANDBOX',
        channel_id: channelId,
        audience: {},
        variables: {},
      });
      void navigate({ to: '/broadcast', search: { id: made.id } });
    } catch (error) {
      toast({ message: words(error) });
      setBusy(false);
    }
  };
  return (
    <EmptyState
      title={t`No broadcasts yet`}
      actions={
        <>
          <Link to="/broadcast" search={{}} className={buttonClass({ variant: 'filled' })}>
            <IconPlus {...smallIcon} />
            {t`Create broadcast`}
          </Link>
          {sandbox !== undefined && (
            <Button busy={busy} onClick={() => void tryIt(sandbox.id)}>
              <IconFlask {...smallIcon} />
              {t`Try it in the sandbox`}
            </Button>
          )}
        </>
      }
    >
      <p>{t`A broadcast sends one approved template to many contacts, each with their own values.`}</p>
      <p>{t`See how far each broadcast is, who read it, who replied, and why messages weren’t delivered.`}</p>
    </EmptyState>
  );
}
