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
import { icon } from '../../../../ui/icon.ts';
import type { MenuAction } from '../../../../ui/layer/menu.tsx';
import { useRefusal } from '../../../team/public.ts';
import { availableActions, type CampaignAction } from '../../data/campaign-rules.ts';
import type { CampaignActions } from '../../data/use-campaign-actions.ts';

export type CampaignDialog = { kind: 'rename' | 'stop' | 'end' | 'delete'; campaign: Campaign };

type RowActionsOptions = { actions: CampaignActions; ask: (question: CampaignDialog) => void };

/** The actions of a broadcast that its state allows, in groups. */
export function useRowActions({ actions, ask }: RowActionsOptions): (campaign: Campaign) => MenuAction[][] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const exports = useRefusal('contacts.export') === null;
  return (campaign) => {
    const fits = availableActions(campaign);
    const when = (action: CampaignAction, entry: MenuAction): MenuAction[] => (fits.has(action) ? [entry] : []);
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
          label: t`Edit`,
          icon: <IconEdit {...icon} />,
          run: () => void navigate({ to: '/broadcast', search: { id: campaign.id } }),
        }),
      ],
      [
        ...when('pause', {
          id: 'pause',
          label: t`Pause`,
          icon: <IconPlayerPause {...icon} />,
          run: () => void actions.pause(campaign),
        }),
        ...when('resume', {
          id: 'resume',
          label: t`Resume`,
          icon: <IconPlayerPlay {...icon} />,
          run: () => void actions.resume(campaign),
        }),
        ...when('stop', {
          id: 'stop',
          label: t`Stop`,
          icon: <IconPlayerStop {...icon} />,
          danger: true,
          run: () => ask({ kind: 'stop', campaign }),
        }),
        ...when('end', {
          id: 'end',
          label: t`End recurring broadcast`,
          icon: <IconPlayerStop {...icon} />,
          danger: true,
          run: () => ask({ kind: 'end', campaign }),
        }),
        ...when('unschedule', {
          id: 'unschedule',
          label: t`Cancel broadcast`,
          icon: <IconCalendarOff {...icon} />,
          run: () => void actions.unschedule(campaign),
        }),
      ],
      [
        {
          id: 'duplicate',
          label: t`Duplicate`,
          icon: <IconCopy {...icon} />,
          run: () => void actions.duplicate(campaign),
        },
        {
          id: 'rename',
          label: t`Rename`,
          icon: <IconPencil {...icon} />,
          run: () => ask({ kind: 'rename', campaign }),
        },
        ...(exports
          ? (['xlsx', 'csv'] as const).flatMap((format) =>
              when('export', {
                id: `export-${format}`,
                label: format === 'xlsx' ? t`Export recipients to Excel` : t`Export recipients as CSV`,
                icon: <IconDownload {...icon} />,
                run: () => void actions.exportPeople(campaign, format),
              }),
            )
          : []),
      ],
      [
        ...when('archive', {
          id: 'archive',
          label: t`Archive`,
          icon: <IconArchive {...icon} />,
          run: () => void actions.archive([campaign], true),
        }),
        ...when('unarchive', {
          id: 'unarchive',
          label: t`Unarchive`,
          icon: <IconArchiveOff {...icon} />,
          run: () => void actions.archive([campaign], false),
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
