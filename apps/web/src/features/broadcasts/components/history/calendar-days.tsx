import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { dateFormat } from '../../../../platform/date-format.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { utcDate } from '../../../../ui/fields/calendar-days.ts';
import { Menu, type MenuAction } from '../../../../ui/layer/menu.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import { isRecurring, statusOf } from '../../data/campaign-rules.ts';
import type { CalendarEntry } from '../../data/history/calendar.ts';
import { CampaignStatusBadge } from '../campaign-status.tsx';
import styles from './history-calendar.module.css';

type Parts = {
  entries: readonly CalendarEntry[];
  today: string;
  /** Days outside of this month are quiet; null: all count. */
  month: string | null;
  actionsOf: (campaign: Campaign) => MenuAction[][];
};

type GridProps = Parts & {
  weeks: readonly (readonly string[])[];
  /** How many broadcasts a day shows; null: all. */
  most: number | null;
  onMore: (day: string) => void;
};

/** Weeks with their days and broadcasts. */
export function CalendarDays({ weeks, most, onMore, entries, today, month, actionsOf }: GridProps) {
  const { t, i18n } = useLingui();
  const weekday = dateFormat(i18n.locale, { weekday: 'short', timeZone: 'UTC' });
  return (
    <table className={styles.grid} data-week={weeks.length === 1 || undefined}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {weekday.format(utcDate(day))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const own = entries.filter((entry) => entry.day === day);
              const shown = most === null ? own : own.slice(0, most);
              const hidden = own.length - shown.length;
              return (
                <td key={day} data-other={(month !== null && !day.startsWith(month)) || undefined}>
                  <time dateTime={day} aria-current={day === today ? 'date' : undefined}>
                    {Number(day.slice(8))}
                  </time>
                  {shown.map((entry) => (
                    <Entry key={entry.key} entry={entry} actionsOf={actionsOf} />
                  ))}
                  {hidden > 0 && (
                    <button type="button" className={styles.more} onClick={() => onMore(day)}>
                      {t`${plural(hidden, { one: '# more', other: '# more' })}`}
                    </button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** On a phone: the days that have a broadcast. */
export function CalendarList({ days, isPending, ...parts }: Parts & { days: readonly string[]; isPending: boolean }) {
  const { t, i18n } = useLingui();
  const { entries, today, month, actionsOf } = parts;
  const date = dateFormat(i18n.locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  const own = days.filter((day) => month === null || day.startsWith(month));
  const used = own.filter((day) => entries.some((entry) => entry.day === day));
  if (isPending) return <Skeleton shape="text" label={t`Reading`} count={5} />;
  if (used.length === 0) {
    return (
      <EmptyState title={month === null ? t`No broadcasts this week` : t`No broadcasts this month`}>
        <p>{t`Scheduled and recurring broadcasts appear here.`}</p>
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {used.map((day) => (
        <li key={day}>
          <h3 aria-current={day === today ? 'date' : undefined}>{date.format(utcDate(day))}</h3>
          {entries
            .filter((entry) => entry.day === day)
            .map((entry) => (
              <Entry key={entry.key} entry={entry} actionsOf={actionsOf} withStatus />
            ))}
        </li>
      ))}
    </ul>
  );
}

type EntryProps = Pick<Parts, 'actionsOf'> & { entry: CalendarEntry; withStatus?: boolean };

/** A broadcast with its actions. */
function Entry({ entry: { campaign, at }, actionsOf, withStatus = false }: EntryProps) {
  const { t, i18n } = useLingui();
  const words = useCampaignLabels();
  const time = dateFormat(i18n.locale, { hour: '2-digit', minute: '2-digit' }).format(new Date(at));
  const date = dateFormat(i18n.locale, { day: 'numeric', month: 'long' }).format(new Date(at));
  const status = statusOf(campaign);
  const said = isRecurring(campaign) ? t`Recurring` : words.status[status];
  return (
    <Menu
      label={campaign.name}
      groups={actionsOf(campaign)}
      button={(props) => (
        <button
          {...props}
          type="button"
          className={styles.entry}
          data-status={status}
          title={`${campaign.name} · ${said}`}
        >
          <span className={styles.time}>{time}</span> <bdi className="cut-off">{campaign.name}</bdi>
          <span className="visually-hidden">{`, ${date}, ${said}`}</span>
          {withStatus && <CampaignStatusBadge campaign={campaign} />}
        </button>
      )}
    />
  );
}
