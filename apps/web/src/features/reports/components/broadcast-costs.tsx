import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { differenceText } from '../data/use-money.ts';
import { useReportLabels } from '../data/use-report-labels.ts';
import { Figure } from './figure.tsx';
import { NumberTable } from './number-table.tsx';

/** What broadcasts were expected to cost, and what WhatsApp billed, by the month they started in. */
export function BroadcastCosts() {
  const { t } = useLingui();
  const { number, start, money } = useReportLabels();
  const { data } = useQuery({
    queryKey: ['campaign-costs'],
    queryFn: ({ signal }) => api('GET /api/campaign-costs', {}, { signal }),
  });
  const currency = data?.currency ?? null;
  if (data === undefined || currency === null) return null;
  const title = t`Broadcasts: expected and billed`;
  const shown = (amount: number | null) => (amount === null ? '–' : money(amount, currency));
  if (data.months.length === 0) {
    return (
      <Figure title={title}>
        <p>{t`No broadcast from a number of yours in the last twelve months. Those of the sandbox cost nothing.`}</p>
      </Figure>
    );
  }
  return (
    <Figure title={title}>
      <NumberTable
        label={title}
        heads={[
          t`Started in`,
          t`Broadcasts`,
          t`Expected`,
          t`Billed`,
          t`Billed minus expected`,
          t({ message: 'Open', context: 'amount' }),
        ]}
        rows={data.months.map(({ month, broadcasts, estimated, amount, open }) => ({
          ...{ key: month, name: start(month, 'month') },
          cells: [
            ...[number(broadcasts), shown(estimated), shown(amount)],
            ...[
              estimated === null || amount === null ? '–' : differenceText(estimated, amount, currency),
              number(open),
            ],
          ],
        }))}
      />
    </Figure>
  );
}
