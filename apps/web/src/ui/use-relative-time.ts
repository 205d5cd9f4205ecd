import { useLingui } from '@lingui/react/macro';
import { useEffect, useMemo, useState } from 'react';
import { dateFormat } from '../platform/date-format.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The distance to a time, in text without a catalogue: "6 days ago", "in 3 hours", "now"; over 30 days the date. */
export function useRelativeTime(): { near: (at: string) => string; date: (at: string) => string } {
  const { i18n } = useLingui();
  const nowMs = useMinute();
  return useMemo(() => {
    const relative = new Intl.RelativeTimeFormat(i18n.locale, { numeric: 'auto' });
    const date = dateFormat(i18n.locale, { day: 'numeric', month: 'short', year: 'numeric' });
    return {
      date: (at) => date.format(new Date(at)),
      near: (at) => {
        const distanceMs = new Date(at).getTime() - nowMs;
        const away = Math.abs(distanceMs);
        if (away < minuteMs) return relative.format(0, 'second');
        if (away < hourMs) return relative.format(Math.trunc(distanceMs / minuteMs), 'minute');
        if (away < dayMs) return relative.format(Math.trunc(distanceMs / hourMs), 'hour');
        if (away < 30 * dayMs) return relative.format(Math.round(distanceMs / dayMs), 'day');
        return date.format(new Date(at));
      },
    };
  }, [i18n.locale, nowMs]);
}

/** The current time in milliseconds, in steps of a minute, the precision of these texts. */
function useMinute(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
