import { useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { dateFormat, dayOf } from '../../../../platform/date-format.ts';
import { formatsInUse } from '../../../../platform/formats.ts';
import { useNow } from '../../../../platform/use-now.ts';
import { Button } from '../../../../ui/button.tsx';
import { addDays, addMonths, utcDate } from '../../../../ui/fields/calendar-days.ts';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { useBelow } from '../../../../ui/use-media.ts';
import { useCalendar, weeksShown } from '../../data/history/calendar.ts';
import { useCampaignActions } from '../../data/use-campaign-actions.ts';
import { CalendarDays, CalendarList } from './calendar-days.tsx';
import styles from './history-calendar.module.css';
import { HistoryFilters } from './history-filters.tsx';
import type { HistoryTableProps } from './history-table.tsx';
import { RowDialog } from './row-dialog.tsx';
import { type CampaignDialog, useRowActions } from './use-row-actions.tsx';
import { ViewChoice } from './view-choice.tsx';

/** Broadcasts by day: planned, recurring, running and finished. */
export function HistoryCalendar({ address, change, search }: HistoryTableProps) {
  const { t, i18n } = useLingui();
  const phone = useBelow('md');
  const today = dayOf(new Date(useNow()));
  const view = address.view === 'week' ? 'week' : 'month';
  const day = address.day ?? today;
  const weeks = weeksShown(view, day, formatsInUse().firstWeekday);
  const days = weeks.flat();
  const span = { from: days[0] ?? day, to: days.at(-1) ?? day };
  const { found, entries, more } = useCalendar(address, span);
  const actions = useCampaignActions();
  const [question, setQuestion] = useState<CampaignDialog | null>(null);
  const actionsOf = useRowActions({ actions, ask: setQuestion });
  const move = (by: number) => change({ day: view === 'month' ? addMonths(day, by) : addDays(day, 7 * by) });
  const parts = { entries, today, actionsOf, month: view === 'month' ? day.slice(0, 7) : null };
  return (
    <>
      <HistoryFilters
        address={address}
        change={change}
        search={search}
        end={<ViewChoice address={address} change={change} />}
      />
      <div className={styles.bar}>
        <IconButton label={view === 'month' ? t`Previous month` : t`Previous week`} onClick={() => move(-1)}>
          <IconChevronLeft {...icon} />
        </IconButton>
        <IconButton label={view === 'month' ? t`Next month` : t`Next week`} onClick={() => move(1)}>
          <IconChevronRight {...icon} />
        </IconButton>
        <h2 aria-live="polite">{title(i18n.locale, view, day, span)}</h2>
        <Button size="sm" onClick={() => change({ day: null })}>{t`Today`}</Button>
      </div>
      {found.isError && found.data === undefined ? (
        <ProblemState title={t`Couldn’t load the calendar`} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div className={styles.sheet} aria-busy={found.isPending}>
          {more && <p className={styles.note}>{t`Not all broadcasts are shown: there are too many. Use filters.`}</p>}
          {phone ? (
            <CalendarList {...parts} days={days} isPending={found.isPending} />
          ) : (
            <CalendarDays
              {...parts}
              weeks={weeks}
              most={view === 'month' ? 3 : null}
              onMore={(other) => change({ view: 'week', day: other })}
            />
          )}
        </div>
      )}
      {question && <RowDialog kind={question.kind} campaign={question.campaign} onClose={() => setQuestion(null)} />}
    </>
  );
}

function title(
  locale: string,
  view: 'month' | 'week',
  day: string,
  { from, to }: { from: string; to: string },
): string {
  const zone = { timeZone: 'UTC' };
  if (view === 'month') return dateFormat(locale, { month: 'long', year: 'numeric', ...zone }).format(utcDate(day));
  const format = dateFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', ...zone });
  return format.formatRange(utcDate(from), utcDate(to));
}
