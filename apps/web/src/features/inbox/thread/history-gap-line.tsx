import { useLingui } from '@lingui/react/macro';
import { dayKey } from '../../../platform/day-key.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { threadsOf, useAccount, useConnectionState } from '../../sync/public.ts';
import styles from './conversation-timeline.module.css';
import type { HistoryGap } from './history-gap.ts';

/** In place of messages that are not on this device yet. They are fetched by themselves, and again on request. */
export function HistoryGapLine({ gap }: { gap: HistoryGap }) {
  const { t } = useLingui();
  const account = useAccount();
  const live = useConnectionState() === 'live';
  const words = useTimeLabels();
  const oneDay = dayKey(gap.from) === dayKey(gap.to);
  const from = oneDay ? words.clock(gap.from) : words.exact(gap.from);
  const to = oneDay ? words.clock(gap.to) : words.exact(gap.to);
  return (
    <p className={styles.gap} role="status">
      {live
        ? t`Loading messages between ${from} and ${to}`
        : t`Messages between ${from} and ${to} load when you’re back online`}
      {live && (
        <button type="button" onClick={() => threadsOf(account).reread()}>
          {t`Retry`}
        </button>
      )}
    </p>
  );
}
