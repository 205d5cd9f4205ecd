import { useLingui } from '@lingui/react/macro';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';

const weekMs = 6 * 24 * 3_600_000;

/** When something is sent: "when they reply", "16:52", "tomorrow 09:00", "Mon 09:00", and with the date from a week ahead. */
export function useSendTimeText(): (at: string, nowMs: number) => string {
  const { t } = useLingui();
  const words = useTimeLabels();
  return (at, nowMs) => {
    if (at === 'reply') return t`when they reply`;
    return Date.parse(at) - nowMs < weekMs ? words.until(at, nowMs) : `${words.date(at)}, ${words.clock(at)}`;
  };
}
