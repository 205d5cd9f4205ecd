import type { CallingState } from '../storage/number-state.ts';

/** Why a customer finds no way to call the number now; null: they can. @param atMs by the account's clock */
export function whyNoCall({ status, call_icon_visibility, call_hours: hours }: CallingState, atMs: number) {
  if (status === 'DISABLED') return 'Calling is turned off for this number.';
  if (call_icon_visibility === 'DISABLE_ALL') return 'The number’s call button is hidden.';
  if (hours?.status !== 'ENABLED') return null;
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: hours.timezone_id,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(atMs);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const now = part('hour') + part('minute');
  const open = hours.weekly_operating_hours.some(
    ({ day_of_week, open_time, close_time }) =>
      day_of_week === part('weekday').toUpperCase() && open_time <= now && now <= close_time,
  );
  return open ? null : 'It is outside the number’s call hours.';
}
