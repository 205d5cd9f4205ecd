import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowLeft,
  IconCalendarOff,
  IconCopy,
  IconDots,
  IconDownload,
  IconEdit,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { dateFormat } from '../../../../platform/date-format.ts';
import type { FileFormat } from '../../../../platform/download.ts';
import { Button } from '../../../../ui/button.tsx';
import { type Command, useCommands } from '../../../../ui/commands/commands.ts';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton, iconButtonClass } from '../../../../ui/icon-button.tsx';
import { Menu, type MenuAction } from '../../../../ui/layer/menu.tsx';
import { PageBar } from '../../../../ui/page.tsx';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { useBelow } from '../../../../ui/use-media.ts';
import { useActorName } from '../../../contacts/public.ts';
import { SandboxTag } from '../../../sandbox/public.ts';
import { useRow } from '../../../sync/public.ts';
import { useRefusal } from '../../../team/public.ts';
import { type CampaignAddress, recipientsQuery } from '../../data/campaign/campaign-address.ts';
import { availableActions, type CampaignAction, isRecurring } from '../../data/campaign-rules.ts';
import { useCampaignActions } from '../../data/use-campaign-actions.ts';
import { DeleteDialog, EndSeriesDialog, StopDialog } from '../campaign-dialogs.tsx';
import { CampaignStatusBadge } from '../campaign-status.tsx';
import { NameDialog } from '../name-dialog.tsx';
import styles from './campaign.module.css';
import { EditableName } from './editable-name.tsx';
import { RetryDialog } from './retry-dialog.tsx';

const commands: Command[] = [
  {
    id: 'broadcast.retry',
    group: 'page',
    title: msg`Resend to undelivered recipients`,
    keys: 'r',
    icon: IconRefresh,
  },
  { id: 'broadcast.export', group: 'page', title: msg`Export recipients to Excel`, keys: 'e', icon: IconDownload },
];

/** Buttons while there is room; always in the menu. */
type BarAction = {
  action: CampaignAction | 'duplicate' | 'export-csv' | 'rename';
  label: string;
  icon: ReactNode;
  run: () => void;
  danger?: boolean;
  keys?: string;
};

export type CampaignBarProps = { campaign: Campaign; address: CampaignAddress };

/** Name, status and actions. */
export function CampaignBar({ campaign, address }: CampaignBarProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const actions = useCampaignActions();
  const room = useRoom();
  const phone = useBelow('md');
  const exports = useRefusal('contacts.export') === null;
  const [asking, setAsking] = useState<'stop' | 'end' | 'retry' | 'delete' | 'rename' | null>(null);
  const fits = availableActions(campaign);
  const saveFile = (format: FileFormat) => void actions.exportPeople(campaign, format, recipientsQuery(address));
  const saveWorkbook = () => saveFile('xlsx');
  const all: BarAction[] = [
    {
      action: 'pause',
      label: t`Pause`,
      icon: <IconPlayerPause {...smallIcon} />,
      run: () => void actions.pause(campaign),
    },
    {
      action: 'resume',
      label: t`Resume`,
      icon: <IconPlayerPlay {...smallIcon} />,
      run: () => void actions.resume(campaign),
    },
    {
      action: 'stop',
      label: t`Stop`,
      icon: <IconPlayerStop {...smallIcon} />,
      run: () => setAsking('stop'),
      danger: true,
    },
    {
      action: 'edit',
      label: t`Edit`,
      icon: <IconEdit {...smallIcon} />,
      run: () => void navigate({ to: '/broadcast', search: { id: campaign.id } }),
    },
    {
      action: 'end',
      label: t`End`,
      icon: <IconPlayerStop {...smallIcon} />,
      run: () => setAsking('end'),
      danger: true,
    },
    {
      action: 'unschedule',
      label: t`Cancel broadcast`,
      icon: <IconCalendarOff {...smallIcon} />,
      run: () => void actions.unschedule(campaign),
    },
    {
      action: 'retry',
      label: t`Retry…`,
      icon: <IconRefresh {...smallIcon} />,
      run: () => setAsking('retry'),
      keys: 'R',
    },
    {
      action: 'duplicate',
      label: t`Duplicate`,
      icon: <IconCopy {...smallIcon} />,
      run: () => void actions.duplicate(campaign),
    },
    { action: 'rename', label: t`Rename`, icon: <IconPencil {...smallIcon} />, run: () => setAsking('rename') },
    {
      action: 'export',
      label: t`Export to Excel`,
      icon: <IconDownload {...smallIcon} />,
      run: saveWorkbook,
      keys: 'E',
    },
    {
      action: 'archive',
      label: t`Archive`,
      icon: <IconArchive {...smallIcon} />,
      run: () => void actions.archive([campaign], true),
    },
    {
      action: 'unarchive',
      label: t`Unarchive`,
      icon: <IconArchiveOff {...smallIcon} />,
      run: () => void actions.archive([campaign], false),
    },
    {
      action: 'export-csv',
      label: t`Export as CSV`,
      icon: <IconDownload {...smallIcon} />,
      run: () => saveFile('csv'),
    },
    {
      action: 'delete',
      label: t`Delete the draft`,
      icon: <IconTrash {...smallIcon} />,
      run: () => setAsking('delete'),
      danger: true,
    },
  ];
  const possible = all.filter(({ action }) => {
    if (action === 'export' || action === 'export-csv') return exports && fits.has('export');
    // On larger screens the name is edited in place.
    if (action === 'rename') return phone;
    // The note under the bar says why it paused, and resumes it; of a channel it leads to the channels.
    if (action === 'resume' && campaign.state_reason !== 'channel') return false;
    return action === 'duplicate' || fits.has(action);
  });
  useCommands(commands, {
    ...(fits.has('retry') && { 'broadcast.retry': () => setAsking('retry') }),
    ...(fits.has('export') && exports && { 'broadcast.export': saveWorkbook }),
  });
  const inBar = possible.slice(0, room);
  const overflow = possible.filter((action) => !inBar.includes(action));
  const menuActions = overflow.map(
    ({ action, label, icon: sign, run, danger }): MenuAction => ({
      id: action,
      label,
      icon: sign,
      run,
      ...(danger && { danger }),
    }),
  );
  return (
    <>
      <PageBar
        start={
          <Link
            to="/broadcast/history"
            className={iconButtonClass()}
            aria-label={t`All broadcasts`}
            data-tip={t`All broadcasts`}
            data-bar-start
          >
            <IconArrowLeft {...icon} />
          </Link>
        }
        title={phone ? <bdi>{campaign.name}</bdi> : <EditableName campaign={campaign} />}
        note={<Origin campaign={campaign} />}
      >
        {inBar.map(({ action, label, icon: sign, run, danger, keys }) => (
          <Button key={action} onClick={run} {...(danger && { danger })} aria-keyshortcuts={keys}>
            {sign}
            {label}
          </Button>
        ))}
        {menuActions.length > 0 && (
          <Menu
            label={t`More about this broadcast`}
            groups={[menuActions]}
            button={(props) => (
              <IconButton {...props} label={t`More about this broadcast`}>
                <IconDots {...icon} />
              </IconButton>
            )}
          />
        )}
      </PageBar>
      {asking === 'stop' && <StopDialog campaign={campaign} onClose={() => setAsking(null)} />}
      {asking === 'end' && <EndSeriesDialog campaign={campaign} onClose={() => setAsking(null)} />}
      {asking === 'retry' && <RetryDialog campaign={campaign} only={null} onClose={() => setAsking(null)} />}
      {asking === 'rename' && <NameDialog campaign={campaign} onClose={() => setAsking(null)} />}
      {asking === 'delete' && (
        <DeleteDialog
          campaign={campaign}
          onClose={() => setAsking(null)}
          onDone={() => void navigate({ to: '/broadcast/history', search: {} })}
        />
      )}
    </>
  );
}

/** How many actions are buttons; the others are in the menu. */
function useRoom(): number {
  const [middle, belowXl, phone] = [useBelow('2xl'), useBelow('xl'), useBelow('md')];
  if (phone) return 0;
  return belowXl ? 2 : middle ? 3 : 5;
}

/** Status, and its origin: when, by whom, on which channel. */
function Origin({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useLingui();
  const days = useDateLabels();
  const actorName = useActorName();
  const isSmall = useBelow('xl');
  const phone = useBelow('md');
  const row = useRow('channels', campaign.channel_id);
  const channel = row?.channel_label ?? t`a deleted channel`;
  const { started_at: started, ended_at: ended, schedule, state } = campaign;
  const by = actorName(campaign.created_by);
  const when = dateFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' });
  const words =
    started !== null
      ? ended === null
        ? t`Started ${days.exact(started)} by ${by} from ${channel}`
        : t`Sent ${when.formatRange(new Date(started), new Date(ended))} by ${by} from ${channel}`
      : state === 'SCHEDULED' && schedule.at && isRecurring(campaign)
        ? t`Next ${days.exact(schedule.at)}, created by ${by}, from ${channel}`
        : state === 'SCHEDULED' && schedule.at
          ? t`Starts ${days.exact(schedule.at)}, created by ${by}, from ${channel}`
          : t`Created by ${by} for ${channel}`;
  return (
    <span className={styles.origin}>
      <CampaignStatusBadge campaign={campaign} />
      {row?.sandbox && <SandboxTag written={!phone} />}
      {!isSmall && <span data-tip={words}>{words}</span>}
    </span>
  );
}
