import { useLingui } from '@lingui/react/macro';
import { Segments } from '../../../../ui/segments.tsx';
import type { HistoryAddress } from '../../data/history/history-address.ts';

type Props = { address: HistoryAddress; change: (part: Partial<HistoryAddress>) => void };

/** The same broadcasts as a table, or by day. */
export function ViewChoice({ address, change }: Props) {
  const { t } = useLingui();
  return (
    <Segments
      size="sm"
      label={t`View`}
      value={address.view}
      segments={[
        { value: 'table', label: t`Table` },
        { value: 'month', label: t`Month` },
        { value: 'week', label: t`Week` },
      ]}
      onChange={(view) => change({ view })}
    />
  );
}
