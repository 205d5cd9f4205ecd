import { useLingui } from '@lingui/react/macro';
import type { Report } from '@parley/contract/types';
import { useMemo } from 'react';
import { dateFormat } from '../../../platform/date-format.ts';
import { useMoney } from './use-money.ts';

type Step = Report['step'];

/** Days of a report are dates without a time: they are shown as such in every time zone. */
const at = (day: string) => new Date(`${day}T00:00:00Z`);

/** Numbers, durations and days of a report as text. */
export function useReportLabels() {
  const { t, i18n } = useLingui();
  const money = useMoney();
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) => dateFormat(i18n.locale, { timeZone: 'UTC', ...options });
    const [day, month] = [format({ day: 'numeric', month: 'short' }), format({ month: 'short', year: 'numeric' })];
    const [date, weekday] = [format({ dateStyle: 'medium' }), format({ weekday: 'short' })];
    const hourClock = format({ hour: '2-digit' });
    const duration = (seconds: number): string => {
      const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3_600)];
      const minutes = Math.floor((seconds % 3_600) / 60);
      if (seconds < 60) return t`${seconds} s`;
      if (seconds < 3_600) return t`${minutes} min`;
      if (days === 0) return minutes === 0 ? t`${hours} h` : t`${hours} h ${minutes} min`;
      return hours === 0 ? t`${days} d` : t`${days} d ${hours} h`;
    };
    return {
      number: (value: number) => i18n.number(value),
      money,
      percent: (part: number) => i18n.number(part, { style: 'percent', maximumFractionDigits: 1 }),
      duration: (seconds: number | null) => (seconds === null ? '–' : duration(seconds)),
      day: (value: string) => day.format(at(value)),
      span: (from: string, to: string) =>
        from === to ? date.format(at(from)) : `${day.format(at(from))} – ${date.format(at(to))}`,
      start: (value: string, step: Step) => (step === 'month' ? month : day).format(at(value)),
      /** 0: Monday. */
      weekday: (index: number) => weekday.format(at(`2024-01-0${index + 1}`)),
      hour: (hour: number) => hourClock.format(new Date(Date.UTC(2024, 0, 1, hour))),
      /** Of a count: "+6%"; null where there was nothing before. */
      growth: (now: number, before: number) =>
        before === 0
          ? null
          : i18n.number(now / before - 1, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
      /** Of a duration: "2 min faster"; null where there is nothing to compare. */
      pace: (now: number | null, before: number | null) => {
        if (now === null || before === null) return null;
        const by = duration(Math.abs(now - before));
        if (now === before) return t`no change`;
        return now < before ? t`${by} faster` : t`${by} slower`;
      },
    };
  }, [t, i18n, money]);
}
