import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import type { MenuAction } from '../../../../ui/layer/menu.tsx';
import { actionsColumn } from '../../../../ui/table/actions-column.ts';
import type { Column } from '../../../../ui/table/column.ts';
import { useFewColumns } from '../../../../ui/table/use-few-columns.ts';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { useActorName } from '../../../contacts/public.ts';
import { SandboxTag } from '../../../sandbox/public.ts';
import { useRows } from '../../../sync/public.ts';
import { RowMenu } from '../../../team/public.ts';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import { figuresOf, shareOf } from '../../data/campaign-rules.ts';
import { CampaignStatusBadge } from '../campaign-status.tsx';
import styles from './history.module.css';
import { RatesBar } from './rates-bar.tsx';

/** The columns of the history. */
export function useHistoryColumns(actionsOf: (campaign: Campaign) => MenuAction[][]): Column<Campaign>[] {
  const { t, i18n } = useLingui();
  const days = useDateLabels();
  const actorName = useActorName();
  const words = useCampaignLabels();
  const channels = useRows('channels');
  const templates = useRows('templates');
  const few = useFewColumns();
  return [
    {
      id: 'name',
      title: t`Name`,
      width: 170,
      fixed: true,
      phone: 'title',
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      id: 'status',
      title: t`Status`,
      width: 172,
      phone: 'detail',
      cell: (campaign) => <StatusCell campaign={campaign} words={words} />,
    },
    {
      id: 'template',
      title: t`Template`,
      width: 116,
      cell: ({ template, template_id: id }) => {
        const name = template?.name ?? templates.find((row) => row['id'] === id)?.['name'];
        return name === undefined ? <span className={styles.quiet}>–</span> : <bdi>{String(name)}</bdi>;
      },
    },
    {
      id: 'channel',
      title: t`Channel`,
      width: 96,
      hidden: few,
      cell: ({ channel_id: id }) => {
        const channel = channels.find((one) => one.id === id);
        return (
          <>
            {channel?.sandbox && <SandboxTag />} <bdi>{channel?.channel_label ?? t`Removed`}</bdi>
          </>
        );
      },
    },
    {
      id: 'audience',
      title: t`Audience`,
      width: 84,
      align: 'end',
      cell: ({ total }) => (total === null ? <span className={styles.quiet}>–</span> : i18n.number(total)),
    },
    { id: 'result', title: t`Delivered`, width: 150, cell: (campaign) => <RatesBar campaign={campaign} /> },
    {
      id: 'start',
      title: t`Start`,
      width: 88,
      align: 'end',
      cell: ({ started_at: started, state, schedule }) => {
        const at = started ?? (state === 'SCHEDULED' ? (schedule.at ?? null) : null);
        if (at === null) return <span className={styles.quiet}>–</span>;
        return (
          <time dateTime={at} title={days.exact(at)}>
            {days.short(at)}
          </time>
        );
      },
    },
    { id: 'by', title: t`By`, width: 100, hidden: few, cell: ({ created_by: uid }) => <bdi>{actorName(uid)}</bdi> },
    actionsColumn(t`Actions`, (campaign) => <RowMenu label={campaign.name} groups={actionsOf(campaign)} />),
  ];
}

/** The status; on a card with the delivery rate, which has its own column elsewhere. */
function StatusCell({ campaign, words }: { campaign: Campaign; words: ReturnType<typeof useCampaignLabels> }) {
  const { t } = useLingui();
  const figures = figuresOf(campaign);
  const share = words.share(shareOf(figures, 'delivered'));
  return (
    <span className={styles.status}>
      <CampaignStatusBadge campaign={campaign} />
      {share !== '' && <span className={styles.onCard}>{t`${share} delivered`}</span>}
    </span>
  );
}
