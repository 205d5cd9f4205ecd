import type { CallSettings, CallSettingsBody, WorkingHours } from '@parley/contract/types';
import { usualHours } from '../../../ui/hours/hours-draft.ts';

/** The form of a number’s call settings. What WhatsApp did not say counts as off until it is changed. */
export type CallDraft = {
  enabled: boolean;
  icon_shown: boolean;
  asks_callback: boolean;
  /** Whether customers can call at set hours only. */
  timed: boolean;
  time_zone: string;
  days: WorkingHours['days'];
};

/** @param suggested the working hours to begin with where the number has no call hours */
export function callDraft(found: CallSettings, suggested: WorkingHours | null, zone: string): CallDraft {
  const { time_zone, days } = found.hours ?? fitting(suggested ?? usualHours(zone));
  return {
    enabled: found.enabled === true,
    icon_shown: found.icon_shown === true,
    asks_callback: found.asks_callback === true,
    timed: found.hours !== null,
    time_zone,
    days,
  };
}

/** Working hours as far as WhatsApp takes them: two times a day, none past midnight. */
function fitting({ time_zone, days }: WorkingHours): Pick<WorkingHours, 'time_zone' | 'days'> {
  const fits = Object.entries(days).map(([day, ranges]) => [
    day,
    ranges.filter(({ from, to }) => from < to).slice(0, 2),
  ]);
  return { time_zone, days: Object.fromEntries(fits) as WorkingHours['days'] };
}

/** What was changed; WhatsApp keeps the rest. */
export function callChange(before: CallDraft, draft: CallDraft): CallSettingsBody {
  const { enabled, icon_shown, asks_callback } = draft;
  const hours = (of: CallDraft) => (of.timed ? { time_zone: of.time_zone, days: of.days } : null);
  return {
    ...(enabled === before.enabled ? {} : { enabled }),
    ...(icon_shown === before.icon_shown ? {} : { icon_shown }),
    ...(asks_callback === before.asks_callback ? {} : { asks_callback }),
    ...(JSON.stringify(hours(draft)) === JSON.stringify(hours(before)) ? {} : { hours: hours(draft) }),
  };
}
