import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { dateFormat } from '../../platform/date-format.ts';
import { dayKey } from './timeline.ts';

const dayMs = 24 * 3_600_000;

/** Formats of one language, made once: making one costs a hundred times more than using it. */
function formatsFor(language: string) {
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat(language, options);
  return {
    clock: format({ hour: '2-digit', minute: '2-digit' }),
    weekday: format({ weekday: 'short' }),
    day: format({ day: 'numeric', month: 'short' }),
    dayOfYear: format({ day: 'numeric', month: 'short', year: 'numeric' }),
    longDay: format({ weekday: 'long', day: 'numeric', month: 'long' }),
    longDayOfYear: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    date: format({ day: 'numeric', month: 'long', year: 'numeric' }),
    full: format({ dateStyle: 'full', timeStyle: 'medium' }),
  };
}

/** Times as this product writes them. All take RFC 3339 times and the present in milliseconds. */
export function useTimeWords() {
  const { t, i18n } = useLingui();
  const formats = useMemo(() => formatsFor(i18n.locale), [i18n.locale]);
  return useMemo(() => {
    const daysBetween = (at: Date, nowMs: number) => {
      if (dayKey(at.toISOString()) === dayKey(new Date(nowMs).toISOString())) return 0;
      if (dayKey(at.toISOString()) === dayKey(new Date(nowMs - dayMs).toISOString())) return 1;
      return Math.max(2, Math.ceil((nowMs - at.getTime()) / dayMs));
    };
    const sameYear = (at: Date, nowMs: number) => at.getFullYear() === new Date(nowMs).getFullYear();
    return {
      /** "09:52" */
      clock: (at: string) => formats.clock.format(new Date(at)),
      /** The day, hour and second, for who wants to know exactly. */
      exact: (at: string) => formats.full.format(new Date(at)),
      /** "4 March 2026" */
      date: (at: string) => formats.date.format(new Date(at)),
      /** In a list: the hour today, then Yesterday, the weekday within a week, the date. */
      inList: (at: string, nowMs: number) => {
        const date = new Date(at);
        const days = daysBetween(date, nowMs);
        if (days === 0) return formats.clock.format(date);
        if (days === 1) return t`Yesterday`;
        if (days < 7 && date.getTime() <= nowMs) return formats.weekday.format(date);
        return (sameYear(date, nowMs) ? formats.day : formats.dayOfYear).format(date);
      },
      /** Over the messages of a day. */
      dayPill: (at: string, nowMs: number) => {
        const date = new Date(at);
        const days = daysBetween(date, nowMs);
        if (days === 0) return t`Today`;
        if (days === 1) return t`Yesterday`;
        return (sameYear(date, nowMs) ? formats.longDay : formats.longDayOfYear).format(date);
      },
      /** When something ends: "16:52", "tomorrow 09:52", "Mon 09:52". */
      until: (at: string, nowMs: number) => {
        const date = new Date(at);
        const clock = formats.clock.format(date);
        if (daysBetween(date, nowMs) === 0) return clock;
        if (daysBetween(date, nowMs + dayMs) === 0) return t`tomorrow ${clock}`;
        return t`${formats.weekday.format(date)} ${clock}`;
      },
    };
  }, [formats, t]);
}
