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
import { dateFormat } from '../../../platform/date-format.ts';
import { Button } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton, iconButtonClass } from '../../../ui/icon-button.tsx';
import { Menu, type MenuAct } from '../../../ui/layer/menu.tsx';
import { PageBar } from '../../../ui/page.tsx';
import { useBelow } from '../../../ui/use-media.ts';
import { useActorName, useDayWords } from '../../contacts/public.ts';
import { useRow } from '../../sync/public.ts';
import { useRefusal } from '../../team/public.ts';
import { DeleteDialog, StopDialog } from '../campaign-questions.tsx';
import { actsThatFit, type CampaignAct } from '../campaign-rules.ts';
import { CampaignStatusBadge } from '../campaign-status.tsx';
import { NameDialog } from '../name-dialog.tsx';
import { useCampaignActs } from '../use-campaign-acts.ts';
import styles from './campaign.module.css';
import { type CampaignAddress, recipientsQuery } from './campaign-address.ts';
import { NameInPlace } from './name-in-place.tsx';
import { RetryDialog } from './retry-dialog.tsx';

const commands: Command[] = [
  {
    id: 'broadcast.retry',
    group: 'page',
    title: msg`Send again to whom it did not reach`,
    keys: 'r',
    icon: IconRefresh,
  },
  { id: 'broadcast.export', group: 'page', title: msg`Export people as CSV`, keys: 'e', icon: IconDownload },
];

/** In the bar as buttons while there is room; behind the dots always. */
type BarAct = {
  act: CampaignAct | 'duplicate' | 'rename';
  label: string;
  icon: ReactNode;
  run: () => void;
  danger?: boolean;
  keys?: string;
};

export type CampaignBarProps = { campaign: Campaign; address: CampaignAddress };

/** Name, status and what can be done. */
export function CampaignBar({ campaign, address }: CampaignBarProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const acts = useCampaignActs();
  const room = useRoom();
  const phone = useBelow('md');
  const exports = useRefusal('contacts.export') === null;
  const [asking, setAsking] = useState<'stop' | 'retry' | 'delete' | 'rename' | null>(null);
  const fits = actsThatFit(campaign);
  const saveFile = () => void acts.exportPeople(campaign, recipientsQuery(address));
  const all: BarAct[] = [
    { act: 'pause', label: t`Pause`, icon: <IconPlayerPause {...smallIcon} />, run: () => void acts.pause(campaign) },
    { act: 'resume', label: t`Resume`, icon: <IconPlayerPlay {...smallIcon} />, run: () => void acts.resume(campaign) },
    {
      act: 'stop',
      label: t`Stop`,
      icon: <IconPlayerStop {...smallIcon} />,
      run: () => setAsking('stop'),
      danger: true,
    },
    {
      act: 'edit',
      label: campaign.state === 'SCHEDULED' ? t`Edit or reschedule` : t`Edit`,
      icon: <IconEdit {...smallIcon} />,
      run: () => void navigate({ to: '/broadcast', search: { id: campaign.id } }),
    },
    {
      act: 'unschedule',
      label: t`Cancel the schedule`,
      icon: <IconCalendarOff {...smallIcon} />,
      run: () => void acts.unschedule(campaign),
    },
    {
      act: 'retry',
      label: t`Retry…`,
      icon: <IconRefresh {...smallIcon} />,
      run: () => setAsking('retry'),
      keys: 'R',
    },
    {
      act: 'duplicate',
      label: t`Duplicate`,
      icon: <IconCopy {...smallIcon} />,
      run: () => void acts.duplicate(campaign),
    },
    { act: 'rename', label: t`Rename`, icon: <IconPencil {...smallIcon} />, run: () => setAsking('rename') },
    { act: 'export', label: t`Export`, icon: <IconDownload {...smallIcon} />, run: saveFile, keys: 'E' },
    {
      act: 'archive',
      label: t`Archive`,
      icon: <IconArchive {...smallIcon} />,
      run: () => void acts.archive([campaign], true),
    },
    {
      act: 'unarchive',
      label: t`Out of the archive`,
      icon: <IconArchiveOff {...smallIcon} />,
      run: () => void acts.archive([campaign], false),
    },
    {
      act: 'delete',
      label: t`Delete the draft`,
      icon: <IconTrash {...smallIcon} />,
      run: () => setAsking('delete'),
      danger: true,
    },
  ];
  const possible = all.filter(({ act }) => {
    if (act === 'export' && !exports) return false;
    // Elsewhere it is done where the name stands.
    if (act === 'rename') return phone;
    return act === 'duplicate' || fits.has(act);
  });
  useCommands(commands, {
    ...(fits.has('retry') && { 'broadcast.retry': () => setAsking('retry') }),
    ...(fits.has('export') && exports && { 'broadcast.export': saveFile }),
  });
  const inBar = possible.slice(0, room);
  const behind = possible.filter((act) => !inBar.includes(act));
  const menuActs = behind.map(
    ({ act, label, icon: sign, run, danger }): MenuAct => ({
      id: act,
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
        title={phone ? <bdi>{campaign.name}</bdi> : <NameInPlace campaign={campaign} />}
        note={<Origin campaign={campaign} />}
      >
        {inBar.map(({ act, label, icon: sign, run, danger, keys }) => (
          <Button key={act} onClick={run} {...(danger && { danger })} aria-keyshortcuts={keys}>
            {sign}
            {label}
          </Button>
        ))}
        {menuActs.length > 0 && (
          <Menu
            label={t`More about this broadcast`}
            groups={[menuActs]}
            button={(props) => (
              <IconButton {...props} label={t`More about this broadcast`}>
                <IconDots {...icon} />
              </IconButton>
            )}
          />
        )}
      </PageBar>
      {asking === 'stop' && <StopDialog campaign={campaign} onClose={() => setAsking(null)} />}
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

/** How many acts stand in the bar; the others are behind the dots. */
function useRoom(): number {
  const [middle, narrow, phone] = [useBelow('2xl'), useBelow('xl'), useBelow('md')];
  if (phone) return 0;
  return narrow ? 2 : middle ? 3 : 5;
}

/** Status, and where it comes from: when, who, which channel. */
function Origin({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useLingui();
  const days = useDayWords();
  const actorName = useActorName();
  const narrow = useBelow('xl');
  const channel = useRow('channels', campaign.channel_id)?.channel_label ?? t`a channel that is gone`;
  const { started_at: started, ended_at: ended, schedule, state } = campaign;
  const by = actorName(campaign.created_by);
  const when = dateFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' });
  const words =
    started !== null
      ? ended === null
        ? t`Started ${days.exact(started)} by ${by} from ${channel}`
        : t`Sent ${when.formatRange(new Date(started), new Date(ended))} by ${by} from ${channel}`
      : state === 'SCHEDULED' && schedule.at
        ? t`Starts ${days.exact(schedule.at)}, made by ${by}, from ${channel}`
        : t`Made by ${by} for ${channel}`;
  return (
    <span className={styles.origin}>
      <CampaignStatusBadge campaign={campaign} />
      {!narrow && <span>{words}</span>}
    </span>
  );
}
