import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

/** A number of minutes as text: `45 minutes`, `2 hours`, `1 h 30 min`, `3 days`. */
export function useDurationText(): (minutes: number) => string {
  const { t } = useLingui();
  return (minutes) => {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    const days = minutes / 1_440;
    if (days >= 2 && Number.isInteger(days)) return plural(days, { one: '# day', other: '# days' });
    if (hours === 0) return plural(minutes, { one: '# minute', other: '# minutes' });
    return rest === 0 ? plural(hours, { one: '# hour', other: '# hours' }) : t`${hours} h ${rest} min`;
  };
}

/** "40 seconds", "3 minutes", "2 hours". */
export function useSecondsText(): (seconds: number) => string {
  const { i18n } = useLingui();
  return (seconds) => {
    const [value, unit] =
      seconds < 90 ? [seconds, 'second'] : seconds < 5_400 ? [seconds / 60, 'minute'] : [seconds / 3_600, 'hour'];
    const format = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, unitDisplay: 'long' });
    return format.format(Math.max(1, Math.round(value)));
  };
}
