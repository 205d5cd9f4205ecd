import type { NotificationSettings } from './schema.ts';

/** Whether a moment falls into the quiet hours: a day that is quiet, or between two times, also across midnight. */
export function isQuiet({ quiet }: Pick<NotificationSettings, 'quiet'>, at: Date): boolean {
  if (!quiet.on) return false;
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: quiet.time_zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part('weekday'));
  if (quiet.days.includes(day)) return true;
  const now = `${part('hour')}:${part('minute')}`;
  const { from, to } = quiet;
  if (from === to) return false;
  return from < to ? now >= from && now < to : now >= from || now < to;
}
