import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowRight,
  IconCalendarOff,
  IconCopy,
  IconDownload,
  IconEdit,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { icon } from '../../../ui/icon.ts';
import type { MenuAct } from '../../../ui/layer/menu.tsx';
import { useRefusal } from '../../team/public.ts';
import { actsThatFit, type CampaignAct } from '../campaign-rules.ts';
import type { CampaignActs } from '../use-campaign-acts.ts';

export type CampaignQuestion = { kind: 'rename' | 'stop' | 'delete'; campaign: Campaign };

type RowActsOptions = { acts: CampaignActs; ask: (question: CampaignQuestion) => void };

/** What can be done with a broadcast, in groups; only what fits the state it is in. */
export function useRowActs({ acts, ask }: RowActsOptions): (campaign: Campaign) => MenuAct[][] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const exports = useRefusal('contacts.export') === null;
  return (campaign) => {
    const fits = actsThatFit(campaign);
    const when = (act: CampaignAct, entry: MenuAct): MenuAct[] => (fits.has(act) ? [entry] : []);
    return [
      [
        {
          id: 'open',
          label: t`Open`,
          icon: <IconArrowRight {...icon} />,
          run: () => void navigate({ to: '/broadcast/history/$campaign_id', params: { campaign_id: campaign.id } }),
        },
        ...when('edit', {
          id: 'edit',
          label: campaign.state === 'SCHEDULED' ? t`Edit or reschedule` : t`Edit`,
          icon: <IconEdit {...icon} />,
          run: () => void navigate({ to: '/broadcast', search: { id: campaign.id } }),
        }),
      ],
      [
        ...when('pause', {
          id: 'pause',
          label: t`Pause`,
          icon: <IconPlayerPause {...icon} />,
          run: () => void acts.pause(campaign),
        }),
        ...when('resume', {
          id: 'resume',
          label: t`Resume`,
          icon: <IconPlayerPlay {...icon} />,
          run: () => void acts.resume(campaign),
        }),
        ...when('stop', {
          id: 'stop',
          label: t`Stop`,
          icon: <IconPlayerStop {...icon} />,
          danger: true,
          run: () => ask({ kind: 'stop', campaign }),
        }),
        ...when('unschedule', {
          id: 'unschedule',
          label: t`Cancel the schedule`,
          icon: <IconCalendarOff {...icon} />,
          run: () => void acts.unschedule(campaign),
        }),
      ],
      [
        {
          id: 'duplicate',
          label: t`Duplicate`,
          icon: <IconCopy {...icon} />,
          run: () => void acts.duplicate(campaign),
        },
        {
          id: 'rename',
          label: t`Rename`,
          icon: <IconPencil {...icon} />,
          run: () => ask({ kind: 'rename', campaign }),
        },
        ...(exports
          ? when('export', {
              id: 'export',
              label: t`Export people as CSV`,
              icon: <IconDownload {...icon} />,
              run: () => void acts.exportPeople(campaign),
            })
          : []),
      ],
      [
        ...when('archive', {
          id: 'archive',
          label: t`Archive`,
          icon: <IconArchive {...icon} />,
          run: () => void acts.archive([campaign], true),
        }),
        ...when('unarchive', {
          id: 'unarchive',
          label: t`Out of the archive`,
          icon: <IconArchiveOff {...icon} />,
          run: () => void acts.archive([campaign], false),
        }),
        ...when('delete', {
          id: 'delete',
          label: t`Delete the draft`,
          icon: <IconTrash {...icon} />,
          danger: true,
          run: () => ask({ kind: 'delete', campaign }),
        }),
      ],
    ];
  };
}
