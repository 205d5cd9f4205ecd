import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import type { MenuAct } from '../../../ui/layer/menu.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useActorName, useDayWords } from '../../contacts/public.ts';
import { useRows } from '../../sync/public.ts';
import { RowMenu } from '../../team/public.ts';
import { figuresOf, shareOf } from '../campaign-rules.ts';
import { CampaignStatusBadge } from '../campaign-status.tsx';
import { useCampaignWords } from '../campaign-words.ts';
import styles from './history.module.css';
import { RatesBar } from './rates-bar.tsx';

/** The columns of the history. */
export function useHistoryColumns(actsOf: (campaign: Campaign) => MenuAct[][]): Column<Campaign>[] {
  const { t, i18n } = useLingui();
  const days = useDayWords();
  const actorName = useActorName();
  const words = useCampaignWords();
  const channels = useRows('channels');
  const templates = useRows('templates');
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
      cell: ({ channel_id: id }) => (
        <bdi>{channels.find((channel) => channel.id === id)?.channel_label ?? t`Removed`}</bdi>
      ),
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
    { id: 'by', title: t`By`, width: 100, cell: ({ created_by: uid }) => <bdi>{actorName(uid)}</bdi> },
    {
      id: 'acts',
      title: t`Acts`,
      width: 60,
      minWidth: 60,
      align: 'end',
      phone: 'end',
      cell: (campaign) => <RowMenu label={campaign.name} groups={actsOf(campaign)} />,
    },
  ];
}

/** The status; on a card how many got it as well, which elsewhere has a column. */
function StatusCell({ campaign, words }: { campaign: Campaign; words: ReturnType<typeof useCampaignWords> }) {
  const { t } = useLingui();
  const figures = figuresOf(campaign);
  const share = words.share(shareOf(figures, 'delivered'));
  return (
    <span className={styles.status}>
      <CampaignStatusBadge campaign={campaign} />
      {share !== '' && <span className={styles.onCard}>{t`${share} of ${figures.sent} delivered`}</span>}
    </span>
  );
}
