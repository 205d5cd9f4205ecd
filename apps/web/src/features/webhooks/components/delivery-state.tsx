import { useLingui } from '@lingui/react/macro';
import type { Delivery } from '@parley/contract/types';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { Badge } from '../../../ui/badge.tsx';

const size = { size: 13, stroke: 2 } as const;

/** The status that was answered last, in the colour of what became of the delivery. */
export function DeliveryState({ row }: { row: Pick<Delivery, 'state' | 'last_status' | 'attempts'> }) {
  const { t } = useLingui();
  if (row.state === 'delivered') {
    return (
      <Badge tone="ok" icon={<IconCheck {...size} />}>
        {row.last_status}
      </Badge>
    );
  }
  if (row.attempts === 0) return <Badge icon={<IconClock {...size} />}>{t`Waiting`}</Badge>;
  const words = row.last_status ?? t`No answer`;
  if (row.state === 'waiting') {
    return (
      <Badge tone="warn" icon={<IconClock {...size} />}>
        {words}
      </Badge>
    );
  }
  return (
    <Badge tone="bad" icon={<IconX {...size} />}>
      {words}
    </Badge>
  );
}

/** "84 ms", from ten seconds on "10.0 s". */
export function useDuration(): (ms: number | null) => string {
  const { t, i18n } = useLingui();
  return (ms) => {
    if (ms === null) return '';
    if (ms < 1_000) return t`${ms} ms`;
    const seconds = new Intl.NumberFormat(i18n.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    const shown = seconds.format(ms / 1_000);
    return t`${shown} s`;
  };
}
