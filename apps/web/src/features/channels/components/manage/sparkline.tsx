import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ChannelHealth } from '@parley/contract/types';
import { dateFormat } from '../../../../platform/date-format.ts';
import { HourBars } from '../../../../ui/hour-bars.tsx';

/** The last 24 hours, a bar per hour: messages sent and received, with failures in red on top. */
export function Sparkline({ hours }: { hours: ChannelHealth['hours'] }) {
  const { t, i18n } = useLingui();
  const sums = hours.map((hour) => hour.received + hour.sent + hour.failed);
  const total = sums.reduce((sum, count) => sum + count, 0);
  const most = Math.max(1, ...sums);
  const time = dateFormat(i18n.locale, { hour: '2-digit', minute: '2-digit' });
  const bars = hours.map((hour) => {
    const at = time.format(new Date(hour.at));
    return {
      key: hour.at,
      succeeded: hour.received + hour.sent,
      failed: hour.failed,
      title: t`${at}: ${hour.received} in, ${hour.sent} out, ${hour.failed} failed`,
    };
  });
  return (
    <HourBars
      label={t`${plural(total, { one: '# message', other: '# messages' })} in 24 hours, at most ${most} in one`}
      hours={bars}
    />
  );
}
