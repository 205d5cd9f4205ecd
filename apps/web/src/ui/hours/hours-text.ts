import { useLingui } from '@lingui/react/macro';
import { isOvernight, weekdays } from '@parley/contract/opening';
import type { OpeningRange, WorkingHours } from '@parley/contract/types';
import { listText } from '../../platform/formats.ts';
import { writeTime } from '../fields/typed-time.ts';

/** A Monday. */
const mondayMs = Date.UTC(2026, 10, 23);

/** Each weekday with its hours as text: `09:00–12:00, 13:00–17:00`, or `Closed`. */
export function useHoursText(): (days: WorkingHours['days']) => { name: string; text: string }[] {
  const { t, i18n } = useLingui();
  const name = new Intl.DateTimeFormat(i18n.locale, { weekday: 'long', timeZone: 'UTC' });
  const write = (time: string) => writeTime(time, i18n.locale);
  const span = (range: OpeningRange) => {
    const [from, to] = [write(range.from), write(range.to)];
    return isOvernight(range) ? t`${from}–${to} the next day` : `${from}–${to}`;
  };
  return (days) =>
    weekdays.map((day, index) => ({
      name: name.format(mondayMs + index * 86_400_000),
      text: listText(days[day].map((range) => span(range))) || t`Closed`,
    }));
}
