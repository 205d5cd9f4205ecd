import { useLingui } from '@lingui/react/macro';
import { type Weekday, weekdays } from '@parley/contract/opening';

/** A Monday. */
const mondayMs = Date.UTC(2024, 0, 1);

/** The names of the weekdays. */
export function useWeekdayName(): (day: Weekday) => string {
  const { i18n } = useLingui();
  const format = new Intl.DateTimeFormat(i18n.locale, { weekday: 'long', timeZone: 'UTC' });
  return (day) => format.format(mondayMs + weekdays.indexOf(day) * 86_400_000);
}
