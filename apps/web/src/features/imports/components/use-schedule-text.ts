import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ImportSource } from '@parley/contract/types';
import { dateFormat } from '../../../platform/date-format.ts';
import { useWeekdayName } from '../../../ui/use-weekday-name.ts';

/** A schedule and its next time, as text. */
export function useScheduleText({ schedule, time_zone: timeZone, next_at: at }: ImportSource): {
  rhythm: string;
  next: string;
} {
  const { t, i18n } = useLingui();
  const nameOf = useWeekdayName();
  const rhythmOf = () => {
    if (schedule.every === 'hours') return t`${plural(schedule.hours, { one: 'Every hour', other: 'Every # hours' })}`;
    const { at: clock } = schedule;
    if (schedule.every === 'day') return t`Daily at ${clock}, ${timeZone}`;
    const day = nameOf(schedule.day);
    return t`Every ${day} at ${clock}, ${timeZone}`;
  };
  const rhythm = rhythmOf();
  const format = dateFormat(i18n.locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  const time = at === null ? '' : format.format(new Date(at));
  return { rhythm, next: at === null ? rhythm : t`${rhythm}. Next run: ${time}` };
}
