import { useLingui } from '@lingui/react/macro';
import { openingAt } from '@parley/contract/opening';
import type { WorkingHours } from '@parley/contract/types';
import { dateFormat } from '../../platform/date-format.ts';

const dayMs = 86_400_000;

/** `Open until 17:00`, `Closed until Monday 09:00`; null without working hours. */
export function useOpeningText(): (hours: WorkingHours | null, atMs: number) => string | null {
  const { t, i18n } = useLingui();
  return (hours, atMs) => {
    if (hours === null) return null;
    const { open, changesAtMs } = openingAt(hours, atMs);
    if (changesAtMs === null) return open ? t`Always open` : t`Closed`;
    const soon = changesAtMs - atMs < dayMs;
    const far = changesAtMs - atMs >= 6 * dayMs;
    const time = dateFormat(i18n.locale, {
      timeZone: hours.time_zone,
      hour: 'numeric',
      minute: '2-digit',
      ...(soon ? {} : { weekday: 'long' }),
      ...(far ? { day: 'numeric', month: 'short' } : {}),
    }).format(changesAtMs);
    return open ? t`Open until ${time}` : t`Closed until ${time}`;
  };
}
