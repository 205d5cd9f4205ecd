import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { dateFormat, dayOf, writeDate } from '../platform/date-format.ts';
import { dayKey } from '../platform/day-key.ts';

const dayMs = 24 * 3_600_000;

const forms = {
  clock: { hour: '2-digit', minute: '2-digit' },
  weekday: { weekday: 'short' },
  day: { day: 'numeric', month: 'short' },
  dayOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
  moment: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  longDay: { weekday: 'long', day: 'numeric', month: 'long' },
  longDayOfYear: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  full: { dateStyle: 'full', timeStyle: 'medium' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Times as this product writes them. All take RFC 3339 times and the present in milliseconds. */
export function useTimeLabels() {
  const { t, i18n } = useLingui();
  return useMemo(() => {
    const write = (form: keyof typeof forms, at: Date) => writeDate(dateFormat(i18n.locale, forms[form]), at);
    const daysBetween = (at: Date, nowMs: number) => {
      if (dayKey(at.toISOString()) === dayKey(new Date(nowMs).toISOString())) return 0;
      if (dayKey(at.toISOString()) === dayKey(new Date(nowMs - dayMs).toISOString())) return 1;
      return Math.max(2, Math.ceil((nowMs - at.getTime()) / dayMs));
    };
    const sameYear = (at: Date, nowMs: number) => dayOf(at).slice(0, 4) === dayOf(new Date(nowMs)).slice(0, 4);
    return {
      /** "09:52" */
      clock: (at: string) => write('clock', new Date(at)),
      /** The day, hour and second. */
      exact: (at: string) => write('full', new Date(at)),
      /** "4 March 2026" */
      date: (at: string) => write('date', new Date(at)),
      /** In a list: the hour today, then Yesterday, the weekday within a week, the date. */
      inList: (at: string, nowMs: number) => {
        const date = new Date(at);
        const days = daysBetween(date, nowMs);
        if (days === 0) return write('clock', date);
        if (days === 1) return t`Yesterday`;
        if (days < 7 && date.getTime() <= nowMs) return write('weekday', date);
        return write(sameYear(date, nowMs) ? 'day' : 'dayOfYear', date);
      },
      /** Over the messages of a day. */
      dayPill: (at: string, nowMs: number) => {
        const date = new Date(at);
        const days = daysBetween(date, nowMs);
        if (days === 0) return t`Today`;
        if (days === 1) return t`Yesterday`;
        return write(sameYear(date, nowMs) ? 'longDay' : 'longDayOfYear', date);
      },
      /** When something is due: "16:52" today, else "Tue 1 Dec, 09:52". */
      due: (at: string, nowMs: number) => {
        const date = new Date(at);
        return write(daysBetween(date, nowMs) === 0 ? 'clock' : 'moment', date);
      },
      /** When something ends: "16:52", "tomorrow 09:52", "Mon 09:52", beyond a week "Mon 7 Dec, 09:52". */
      until: (at: string, nowMs: number) => {
        const date = new Date(at);
        const clock = write('clock', date);
        if (daysBetween(date, nowMs) === 0) return clock;
        if (daysBetween(date, nowMs + dayMs) === 0) return t`tomorrow ${clock}`;
        if (Math.abs(date.getTime() - nowMs) > 6 * dayMs) return write('moment', date);
        return t`${write('weekday', date)} ${clock}`;
      },
    };
  }, [i18n.locale, t]);
}
