import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { dateFormat, dayOf } from '../platform/date-format.ts';

const dayMs = 24 * 3_600_000;

/** Times of a table, short: the hour today, the day this year, else the date. Formats are created once per language. */
export function useDateLabels() {
  const { i18n } = useLingui();
  return useMemo(() => {
    const clock = dateFormat(i18n.locale, { hour: '2-digit', minute: '2-digit' });
    const weekday = dateFormat(i18n.locale, { weekday: 'short' });
    const day = dateFormat(i18n.locale, { day: 'numeric', month: 'short' });
    const date = dateFormat(i18n.locale, { day: 'numeric', month: 'short', year: 'numeric' });
    const exact = dateFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' });
    return {
      /** The day, with the year where it is another than now. */
      day: (at: string, now = new Date()) => {
        const moment = new Date(at);
        return (dayOf(moment).slice(0, 4) === dayOf(now).slice(0, 4) ? day : date).format(moment);
      },
      date: (at: string) => date.format(new Date(at)),
      exact: (at: string) => exact.format(new Date(at)),
      short: (at: string, now = new Date()) => {
        const moment = new Date(at);
        const [momentDay, today] = [dayOf(moment), dayOf(now)];
        if (momentDay === today) return clock.format(moment);
        const away = now.getTime() - moment.getTime();
        if (away > 0 && away < 6 * dayMs) return weekday.format(moment);
        return (momentDay.slice(0, 4) === today.slice(0, 4) ? day : date).format(moment);
      },
    };
  }, [i18n.locale]);
}
