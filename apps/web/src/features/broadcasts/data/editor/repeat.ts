import { useLingui } from '@lingui/react/macro';
import { nextOccurrence } from '@parley/contract/broadcast-repeat';
import type { CampaignRepeat, CampaignSchedule } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/api.ts';
import { dateFormat } from '../../../../platform/date-format.ts';

export const defaultRepeat: CampaignRepeat = { every: 'week', days: [1], time: '09:00' };

/** The parts of a schedule that a repetition decides: it, and its next due time. */
export function scheduleOfRepeat(repeat: CampaignRepeat, zone: string): Pick<CampaignSchedule, 'repeat' | 'at'> {
  return { repeat, at: nextOccurrence(repeat, zone, Date.now())?.at ?? null };
}

/** The custom fields with a date that are not hidden; null while loading. */
export function useDateFields(): readonly string[] | null {
  const { data } = useQuery({
    queryKey: ['custom-fields'],
    queryFn: async ({ signal }) => (await api('GET /api/custom-fields', {}, { signal })).data,
  });
  if (data === undefined) return null;
  return data.filter(({ type, hidden }) => type === 'date' && !hidden).map(({ name }) => name);
}

/** The name of a day of the week, 1 for Monday. 1 January 2024 was one. */
export function useWeekdayName(): (weekday: number, style?: 'long' | 'short') => string {
  const { i18n } = useLingui();
  return (weekday, style = 'long') =>
    new Intl.DateTimeFormat(i18n.locale, { weekday: style, timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday));
}

/** "Every Monday and Thursday at 09:00" */
export function useRepeatText(): (repeat: CampaignRepeat) => string {
  const { t, i18n } = useLingui();
  const weekday = useWeekdayName();
  return (repeat) => {
    const [hours = 0, minutes = 0] = repeat.time.split(':').map(Number);
    const clock = dateFormat(i18n.locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
    const time = clock.format(Date.UTC(2024, 0, 1, hours, minutes));
    switch (repeat.every) {
      case 'week': {
        if (repeat.days.length === 7) return t`Every day at ${time}`;
        const names = [...repeat.days].sort((a, b) => a - b).map((day) => weekday(day));
        const days = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(names);
        return t`Every ${days} at ${time}`;
      }
      case 'month':
        return repeat.day === 31
          ? t`On the last day of each month at ${time}`
          : t`On day ${repeat.day} of each month at ${time}`;
      case 'date':
        return t`Each year on the date in ${repeat.field}, at ${time}`;
    }
  };
}
