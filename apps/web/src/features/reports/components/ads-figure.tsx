import { useLingui } from '@lingui/react/macro';
import { fromMinorUnits } from '@parley/contract/minor-units';
import type { Report } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useReportLabels } from '../data/use-report-labels.ts';
import { Figure } from './figure.tsx';
import { NumberTable } from './number-table.tsx';

/** Conversations that came from ads in the period, and what became of them. An ad opens its conversations. */
export function AdsFigure({ ads: { currency, by_ad } }: { ads: Report['ads'] }) {
  const { t } = useLingui();
  const { number, money } = useReportLabels();
  const title = t`Ads`;
  return (
    <Figure id="ads" title={title} note={t`By today’s state and value`}>
      <NumberTable
        label={title}
        heads={[t`Ad`, t`Conversations`, t`Done`, t`Value`]}
        rows={by_ad.map((row) => ({
          key: row.id,
          name: (
            <Link to="/inbox" search={{ view: 'active', ad: row.id }}>
              {row.title || row.id}
            </Link>
          ),
          cells: [number(row.threads), number(row.done), money(fromMinorUnits(row.value, currency), currency)],
        }))}
      />
    </Figure>
  );
}
