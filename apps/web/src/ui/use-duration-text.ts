import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

/** A number of minutes as text: `45 minutes`, `2 hours`, `1 h 30 min`. */
export function useDurationText(): (minutes: number) => string {
  const { t } = useLingui();
  return (minutes) => {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    if (hours === 0) return plural(minutes, { one: '# minute', other: '# minutes' });
    return rest === 0 ? plural(hours, { one: '# hour', other: '# hours' }) : t`${hours} h ${rest} min`;
  };
}
